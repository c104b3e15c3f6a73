CREATE INDEX CONCURRENTLY IF NOT EXISTS "orders_item_listed" ON "orders" USING btree ("product_name","id","review");
DROP INDEX CONCURRENTLY IF EXISTS "orders_item";

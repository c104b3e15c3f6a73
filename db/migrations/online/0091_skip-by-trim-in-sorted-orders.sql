CREATE INDEX CONCURRENTLY IF NOT EXISTS "orders_item_trim" ON "orders" USING btree ("product_name","id","trim_id");
CREATE INDEX CONCURRENTLY IF NOT EXISTS "orders_total_trim" ON "orders" USING btree ("total","id","trim_id");
DROP INDEX CONCURRENTLY IF EXISTS "orders_item";
DROP INDEX CONCURRENTLY IF EXISTS "orders_total";

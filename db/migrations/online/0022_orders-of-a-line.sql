CREATE INDEX CONCURRENTLY IF NOT EXISTS "orders_trim_listed" ON "orders" USING btree ("trim_id","id") WHERE "orders"."review" in ('in review', 'accepted');
CREATE INDEX CONCURRENTLY IF NOT EXISTS "orders_quantity_states" ON "orders" USING btree ("order_quantity","id","review","shipping","payment");
DROP INDEX CONCURRENTLY IF EXISTS "orders_trim";
DROP INDEX CONCURRENTLY IF EXISTS "orders_quantity";

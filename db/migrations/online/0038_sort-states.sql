CREATE INDEX CONCURRENTLY IF NOT EXISTS "orders_state_email" ON "orders" USING btree ("review","shipping","payment","email","id");
CREATE INDEX CONCURRENTLY IF NOT EXISTS "orders_state_item" ON "orders" USING btree ("review","shipping","payment","product_name","id");
CREATE INDEX CONCURRENTLY IF NOT EXISTS "orders_state_quantity" ON "orders" USING btree ("review","shipping","payment","order_quantity","id");
CREATE INDEX CONCURRENTLY IF NOT EXISTS "orders_quantity" ON "orders" USING btree ("order_quantity","id");
DROP INDEX CONCURRENTLY IF EXISTS "orders_quantity_states";

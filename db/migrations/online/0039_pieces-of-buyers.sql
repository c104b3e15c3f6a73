CREATE INDEX CONCURRENTLY IF NOT EXISTS "orders_email_lines" ON "orders" USING btree ("email","id","product_name","name","review","order_quantity");
DROP INDEX CONCURRENTLY IF EXISTS "orders_email_items";

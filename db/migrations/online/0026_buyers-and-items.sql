CREATE INDEX CONCURRENTLY IF NOT EXISTS "orders_email_items" ON "orders" USING btree ("email","id","product_name","name","review");
DROP INDEX CONCURRENTLY IF EXISTS "orders_email";

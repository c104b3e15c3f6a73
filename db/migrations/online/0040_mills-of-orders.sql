CREATE INDEX CONCURRENTLY IF NOT EXISTS "order_buyers_mill" ON "order_buyers" USING btree (substr("email", strpos("email", '@')),"email");
CREATE INDEX CONCURRENTLY IF NOT EXISTS "orders_mill_lines" ON "orders" USING btree (substr("email", strpos("email", '@')),"product_name","id","email","review","order_quantity");

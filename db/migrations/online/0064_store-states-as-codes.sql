CREATE INDEX CONCURRENTLY IF NOT EXISTS "orders_words" ON "orders" USING gin ("words") WITH (fastupdate=false);
CREATE INDEX CONCURRENTLY IF NOT EXISTS "orders_email" ON "orders" USING btree ("email","id");
CREATE INDEX CONCURRENTLY IF NOT EXISTS "orders_item" ON "orders" USING btree ("product_name","id");
CREATE INDEX CONCURRENTLY IF NOT EXISTS "orders_quantity" ON "orders" USING btree ("order_quantity","id");
CREATE INDEX CONCURRENTLY IF NOT EXISTS "orders_state" ON "orders" USING btree ("review","shipping","payment","id");
CREATE INDEX CONCURRENTLY IF NOT EXISTS "orders_trim_listed" ON "orders" USING btree ("trim_id","id") WHERE "orders"."review" in ('in-review', 'accepted');
CREATE INDEX CONCURRENTLY IF NOT EXISTS "orders_unpaid_listed" ON "orders" USING btree ("id","due_on") WHERE "orders"."review" = 'accepted' and "orders"."payment" = 'invoiced';
DROP INDEX CONCURRENTLY IF EXISTS "orders_trim";

CREATE INDEX CONCURRENTLY IF NOT EXISTS "orders_trim_ended" ON "orders" USING btree ("trim_id","id") WHERE "orders"."review" in ('declined', 'cancelled');

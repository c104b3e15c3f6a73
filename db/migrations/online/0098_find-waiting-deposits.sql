CREATE INDEX CONCURRENTLY IF NOT EXISTS "orders_deposit" ON "orders" USING btree ("id") WHERE "orders"."deposit_percent" > 0 and "orders"."payment" = 'pending';

CREATE INDEX CONCURRENTLY IF NOT EXISTS "buyers_unpaid" ON "buyers" USING btree ("unpaid","id") WHERE "buyers"."orders" > 0;

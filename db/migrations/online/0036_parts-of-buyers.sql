CREATE INDEX CONCURRENTLY IF NOT EXISTS "buyers_first" ON "buyers" USING btree ("first_on","id") WHERE "buyers"."orders" > 0;
CREATE INDEX CONCURRENTLY IF NOT EXISTS "buyers_owing" ON "buyers" USING btree ("id") WHERE "buyers"."orders" > 0 and "buyers"."unpaid" > 0;

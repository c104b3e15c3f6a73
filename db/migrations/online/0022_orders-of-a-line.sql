CREATE INDEX CONCURRENTLY IF NOT EXISTS "orders_trim_listed" ON "orders" USING btree ("trim_id","id") WHERE "orders"."review" in ('in review', 'accepted');
DROP INDEX CONCURRENTLY IF EXISTS "orders_trim";

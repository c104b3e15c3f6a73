CREATE INDEX CONCURRENTLY IF NOT EXISTS "orders_trim_listed" ON "orders" USING btree ("trim_id","id") WHERE "orders"."review" in ('in-review', 'accepted');
CREATE INDEX CONCURRENTLY IF NOT EXISTS "orders_unpaid_listed" ON "orders" USING btree ("id","due_on") WHERE "orders"."review" = 'accepted' and "orders"."payment" = 'invoiced';
DROP INDEX CONCURRENTLY IF EXISTS "orders_trim";

CREATE INDEX CONCURRENTLY IF NOT EXISTS "orders_not_paid" ON "orders" USING btree ("payment","due_on","total") WHERE "orders"."review" = 'accepted' and "orders"."payment" in ('pending', 'invoiced');
DROP INDEX CONCURRENTLY IF EXISTS "orders_wanted";

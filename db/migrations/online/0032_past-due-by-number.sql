CREATE INDEX CONCURRENTLY IF NOT EXISTS "orders_unpaid_listed" ON "orders" USING btree ("id","due_on") WHERE "orders"."review" = 'accepted' and "orders"."payment" = 'Invoiced';
DROP INDEX CONCURRENTLY IF EXISTS "orders_unpaid";

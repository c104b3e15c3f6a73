CREATE INDEX CONCURRENTLY IF NOT EXISTS "orders_unpaid" ON "orders" USING btree ("due_on","id") WHERE "orders"."review" = 'accepted' and "orders"."payment" = 'Invoiced';

CREATE INDEX CONCURRENTLY IF NOT EXISTS "orders_total" ON "orders" USING btree ("total","id");
CREATE INDEX CONCURRENTLY IF NOT EXISTS "orders_due" ON "orders" USING btree (coalesce("due_on", 'infinity'::date),"id");
CREATE INDEX CONCURRENTLY IF NOT EXISTS "orders_wanted_first" ON "orders" USING btree (coalesce("wanted_on", 'infinity'::date),"id");
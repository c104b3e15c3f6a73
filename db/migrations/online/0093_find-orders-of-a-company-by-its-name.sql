CREATE INDEX CONCURRENTLY IF NOT EXISTS "orders_company_name" ON "orders" USING btree (lower("company") text_pattern_ops) WHERE "orders"."company" is not null;

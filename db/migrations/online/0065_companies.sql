CREATE INDEX CONCURRENTLY IF NOT EXISTS "order_sheets_company" ON "order_sheets" USING btree ("company_id","id") WHERE "order_sheets"."company_id" is not null;
CREATE INDEX CONCURRENTLY IF NOT EXISTS "orders_company" ON "orders" USING btree ("company_id","id") WHERE "orders"."company_id" is not null;

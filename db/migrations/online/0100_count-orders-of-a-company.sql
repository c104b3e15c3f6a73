CREATE INDEX CONCURRENTLY IF NOT EXISTS "orders_company_states" ON "orders" USING btree ("company_id","id","review","shipping","payment","trim_id") WHERE "orders"."company_id" is not null;
DROP INDEX CONCURRENTLY IF EXISTS "orders_company";

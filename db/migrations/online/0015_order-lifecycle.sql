CREATE INDEX CONCURRENTLY IF NOT EXISTS "orders_state" ON "orders" USING btree ("review","shipping","payment","id");
CREATE INDEX CONCURRENTLY IF NOT EXISTS "orders_trim" ON "orders" USING btree ("trim_id","id");
CREATE INDEX CONCURRENTLY IF NOT EXISTS "orders_wanted" ON "orders" USING btree ("wanted_on","id") WHERE "orders"."wanted_on" is not null;
CREATE INDEX CONCURRENTLY IF NOT EXISTS "orders_sheet" ON "orders" USING btree ("sheet_id","id") WHERE "orders"."sheet_id" is not null;
DROP INDEX CONCURRENTLY IF EXISTS "orders_trim_id";

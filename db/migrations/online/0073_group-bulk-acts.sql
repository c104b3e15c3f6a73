CREATE INDEX CONCURRENTLY IF NOT EXISTS "audit_calls" ON "audit" USING btree ("call_id","action","id") WHERE "audit"."call_id" is not null;

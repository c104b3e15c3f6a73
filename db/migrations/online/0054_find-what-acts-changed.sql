CREATE INDEX CONCURRENTLY IF NOT EXISTS "audit_details" ON "audit" USING gin (search_vector(coalesce("before"::text, '') || ' ' || coalesce("after"::text, ''))) WITH (fastupdate=false);

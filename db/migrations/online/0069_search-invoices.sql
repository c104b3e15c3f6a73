CREATE INDEX CONCURRENTLY IF NOT EXISTS "invoices_words" ON "invoices" USING gin ("words") WITH (fastupdate=false);

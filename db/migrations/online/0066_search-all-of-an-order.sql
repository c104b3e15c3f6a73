CREATE INDEX CONCURRENTLY IF NOT EXISTS "orders_words" ON "orders" USING gin ("words") WITH (fastupdate=false);
CREATE INDEX CONCURRENTLY IF NOT EXISTS "order_sheets_words" ON "order_sheets" USING gin ("words") WITH (fastupdate=false);

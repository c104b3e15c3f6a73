CREATE INDEX CONCURRENTLY IF NOT EXISTS "trims_stock_classes" ON "trims" USING btree ("stock_class","number");
DROP INDEX CONCURRENTLY IF EXISTS "trims_stock_class";

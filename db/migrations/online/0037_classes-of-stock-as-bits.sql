DROP INDEX CONCURRENTLY IF EXISTS "trim_stocks_facets";
SELECT note_stock_moves(ARRAY(
	SELECT "number" FROM "trim_stocks" WHERE "number" NOT IN (SELECT "number" FROM "trim_stock_moves")
		AND NOT EXISTS (SELECT FROM "trim_stock_bits" WHERE "part" = "number" / 4096)
));
VACUUM (ANALYZE) "trim_stock_bits";

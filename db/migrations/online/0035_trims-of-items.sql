-- Orders placed meanwhile have added their own; names are locked in the order in which orders lock them.
WITH placed AS MATERIALIZED (
	SELECT "product_name", array_agg(DISTINCT "trim_id") AS trims FROM "orders" WHERE "trim_id" IS NOT NULL GROUP BY 1
), locked AS MATERIALIZED (
	SELECT "name" FROM "order_items" WHERE (SELECT count(*) FROM placed) > 0 ORDER BY 1 FOR UPDATE
)
UPDATE "order_items" SET "trims" = ARRAY(SELECT unnest("order_items"."trims") UNION SELECT unnest(placed.trims))
	FROM locked JOIN placed ON placed."product_name" = locked."name" WHERE "order_items"."name" = locked."name";

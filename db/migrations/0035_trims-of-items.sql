-- An order that is being placed commits first, so that each later one finds the new function.
LOCK TABLE "orders" IN SHARE ROW EXCLUSIVE MODE;
--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "trims" uuid[] DEFAULT '{}' NOT NULL;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION add_order_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "order_items" AS kept ("name", "orders", "ended", "trims")
		SELECT "product_name", count(*), count(*) FILTER (WHERE "review" IN ('declined', 'cancelled')),
			coalesce(array_agg(DISTINCT "trim_id") FILTER (WHERE "trim_id" IS NOT NULL), '{}')
		FROM added GROUP BY 1 ORDER BY 1
		ON CONFLICT ("name") DO UPDATE
			SET "orders" = kept."orders" + excluded."orders", "ended" = kept."ended" + excluded."ended",
				"trims" = CASE WHEN kept."trims" @> excluded."trims" THEN kept."trims"
					ELSE ARRAY(SELECT unnest(kept."trims") UNION SELECT unnest(excluded."trims")) END;
	INSERT INTO "order_buyers" AS kept ("email", "name", "orders", "ended")
		SELECT "email", "name", count(*), count(*) FILTER (WHERE "review" IN ('declined', 'cancelled'))
		FROM added GROUP BY 1, 2 ORDER BY 1, 2
		ON CONFLICT ("email", "name") DO UPDATE
			SET "orders" = kept."orders" + excluded."orders", "ended" = kept."ended" + excluded."ended";
	RETURN NULL;
END $$;

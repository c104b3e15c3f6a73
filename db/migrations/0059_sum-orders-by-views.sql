-- What was ordered of each trim in each week; a week that ends in another month has two rows.
CREATE MATERIALIZED VIEW "sales" AS
	SELECT date_trunc('week', "day")::date AS "week", date_trunc('month', "day")::date AS "month", "trim_id",
		count(*) AS "orders", sum("order_quantity") AS "pieces", sum(round("total", 2))::numeric(30, 2) AS "value"
	FROM "order_sums", "orders", LATERAL (SELECT ("created_at" AT TIME ZONE "time_zone")::date AS "day") AS placed
	WHERE "review" IN ('in review', 'accepted') GROUP BY 1, 2, 3;
--> statement-breakpoint
CREATE UNIQUE INDEX "sales_key" ON "sales" ("week", "month", "trim_id") NULLS NOT DISTINCT;
--> statement-breakpoint
-- Everybody who has ever ordered, also those whose orders were all declined or cancelled. To read one by id reads only
-- that buyer's orders.
CREATE VIEW "buyers_now" AS
	SELECT bought."id", latest."name", latest."email", latest."phone", latest."address", "orders", "pieces", "value",
		"unpaid", "days", "days"[1] AS "first_on", "days"[cardinality("days")] AS "last_on",
		CASE WHEN cardinality("days") >= 3
			THEN ("days"[cardinality("days")] - "days"[1]) / (cardinality("days") - 1) END AS "usual_days"
	FROM (
		SELECT "id", sum("orders")::bigint AS "orders", sum("pieces")::bigint AS "pieces",
			sum("value")::numeric(30, 2) AS "value", sum("unpaid")::numeric(30, 2) AS "unpaid",
			coalesce(array_agg("day" ORDER BY "day") FILTER (WHERE "orders" > 0), '{}') AS "days"
		FROM (
			SELECT "user_id" AS "id", ("created_at" AT TIME ZONE "time_zone")::date AS "day",
				count(*) FILTER (WHERE "counts") AS "orders",
				coalesce(sum("order_quantity") FILTER (WHERE "counts"), 0) AS "pieces",
				coalesce(sum(round("total", 2)) FILTER (WHERE "counts"), 0) AS "value",
				coalesce(sum(round("total", 2)) FILTER (WHERE "counts" AND "payment" = 'Invoiced'), 0) AS "unpaid"
			FROM "order_sums", "orders", LATERAL (SELECT "review" IN ('in review', 'accepted') AS "counts") AS placed
			WHERE "user_id" IS NOT NULL GROUP BY 1, 2
		) AS days
		GROUP BY "id"
	) AS bought, LATERAL (
		SELECT "name", "email", "phone", "address" FROM "orders" WHERE "user_id" = bought."id" ORDER BY "id" DESC LIMIT 1
	) AS latest;
--> statement-breakpoint
CREATE MATERIALIZED VIEW "buyers" AS
	SELECT "id", "name", "email", "orders", "pieces", "value", "unpaid", "days", "first_on", "last_on", "usual_days",
		CASE WHEN cardinality("days") >= 3
			THEN "last_on" + greatest(42, 2 * ("last_on" - "first_on") / (cardinality("days") - 1)) + 1 END AS "quiet_on",
		search_vector("email" || ' ' || "name") AS "words"
	FROM "buyers_now" WHERE "orders" > 0;
--> statement-breakpoint
CREATE UNIQUE INDEX "buyers_key" ON "buyers" ("id");
--> statement-breakpoint
-- When the views were counted, by which time zone, and what was committed then.
CREATE MATERIALIZED VIEW "sums_as_of" AS
	SELECT now()::timestamptz(3) AS "at", "time_zone", pg_current_snapshot() AS "snapshot" FROM "order_sums";
--> statement-breakpoint
CREATE UNIQUE INDEX "sums_as_of_key" ON "sums_as_of" ("time_zone");

-- Indexes of orders are made in online/. The functions are those of db/functions/credit.sql.
-- What is still to be paid of an order that is invoiced, with tax; `net` is its total, for invoices older than their rows.
CREATE OR REPLACE FUNCTION order_rest(of_order uuid, net numeric) RETURNS numeric LANGUAGE sql STABLE PARALLEL SAFE
	RETURN coalesce((SELECT sum(amount) FROM invoiced_orders WHERE order_id = of_order), round(net, 2))
		- coalesce((SELECT sum(amount) FROM credit_notes WHERE order_id = of_order), 0)
		- coalesce((SELECT sum(amount) FROM payments WHERE order_id = of_order), 0);
--> statement-breakpoint
-- What counts against a company's credit limit: what is left to pay of its invoices, and what is accepted without one.
CREATE OR REPLACE FUNCTION company_credit(company uuid, OUT open numeric, OUT uninvoiced numeric) LANGUAGE sql STABLE PARALLEL SAFE
	BEGIN ATOMIC
		SELECT coalesce(sum(greatest(order_rest(id, total), 0)) FILTER (WHERE payment = 'invoiced'), 0),
			coalesce(sum(round(total, 2)) FILTER (WHERE payment = 'pending'), 0)
		FROM orders WHERE company_id = $1 AND review = 'accepted' AND payment IN ('pending', 'invoiced');
	END;
--> statement-breakpoint
DROP MATERIALIZED VIEW "buyer_words";--> statement-breakpoint
DROP MATERIALIZED VIEW "buyers";--> statement-breakpoint
DROP VIEW "buyers_now";--> statement-breakpoint
-- As before (0066), with what is left to pay instead of whole totals.
CREATE VIEW "buyers_now" AS
	SELECT bought."id", latest."name", latest."email", latest."phone", latest."address",
		coalesce(latest."company", "profiles"."company") AS "company", coalesce(latest_sheet."country", "profiles"."country") AS "country", "orders", "pieces", "value",
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
				coalesce(sum(order_rest("orders"."id", "total")) FILTER (WHERE "counts" AND "payment" = 'invoiced'), 0) AS "unpaid"
			FROM "order_sums", "orders", LATERAL (SELECT "review" IN ('in-review', 'accepted') AS "counts") AS placed
			WHERE "user_id" IS NOT NULL GROUP BY 1, 2
		) AS days
		GROUP BY "id"
	) AS bought CROSS JOIN LATERAL (
		SELECT "name", "email", "phone", "address", "company" FROM "orders" WHERE "user_id" = bought."id" ORDER BY "id" DESC LIMIT 1
	) AS latest LEFT JOIN LATERAL (
		SELECT "country" FROM "order_sheets" WHERE "user_id" = bought."id" AND "country" IS NOT NULL ORDER BY "id" DESC LIMIT 1
	) AS latest_sheet ON true LEFT JOIN "profiles" ON "profiles"."user_id" = bought."id";
--> statement-breakpoint
CREATE MATERIALIZED VIEW "buyers" AS
	SELECT "id", "name", "email", "company", "country", "orders", "pieces", "value", "unpaid", "days", "first_on", "last_on", "usual_days",
		CASE WHEN cardinality("days") >= 3
			THEN "last_on" + greatest(42, 2 * ("last_on" - "first_on") / (cardinality("days") - 1)) + 1 END AS "quiet_on",
		trade_vector("email" || ' ' || "name" || ' ' || coalesce("company", ''), "address", "phone", NULL, NULL, NULL, "country") AS "words"
	FROM "buyers_now" WHERE "orders" > 0;
--> statement-breakpoint
CREATE UNIQUE INDEX "buyers_key" ON "buyers" ("id");
--> statement-breakpoint
-- The words that typing errors in names of people, companies and places are corrected by.
CREATE MATERIALIZED VIEW "buyer_words" AS
	SELECT DISTINCT "word" FROM "buyers", unnest(tsvector_to_array("words")) AS "word"
	WHERE "word" !~ '[0-9@$=.]' AND length("word") > 3;
--> statement-breakpoint
CREATE UNIQUE INDEX "buyer_words_key" ON "buyer_words" ("word");
--> statement-breakpoint
-- The same of companies.
CREATE MATERIALIZED VIEW "company_sums" AS
	SELECT "id", "orders", "pieces", "value", "unpaid", "days", "days"[1] AS "first_on", "days"[cardinality("days")] AS "last_on",
		CASE WHEN cardinality("days") >= 3
			THEN ("days"[cardinality("days")] - "days"[1]) / (cardinality("days") - 1) END AS "usual_days",
		CASE WHEN cardinality("days") >= 3
			THEN "days"[cardinality("days")] + greatest(42, 2 * ("days"[cardinality("days")] - "days"[1]) / (cardinality("days") - 1)) + 1 END AS "quiet_on"
	FROM (
		SELECT "id", sum("orders")::bigint AS "orders", sum("pieces")::bigint AS "pieces",
			sum("value")::numeric(30, 2) AS "value", sum("unpaid")::numeric(30, 2) AS "unpaid",
			array_agg("day" ORDER BY "day") AS "days"
		FROM (
			SELECT "company_id" AS "id", ("created_at" AT TIME ZONE "time_zone")::date AS "day", count(*) AS "orders",
				sum("order_quantity") AS "pieces", sum(round("total", 2)) AS "value",
				coalesce(sum(order_rest("orders"."id", "total")) FILTER (WHERE "payment" = 'invoiced'), 0) AS "unpaid"
			FROM "order_sums", "orders"
			WHERE "company_id" IS NOT NULL AND "review" IN ('in-review', 'accepted') GROUP BY 1, 2
		) AS days
		GROUP BY "id"
	) AS bought;
--> statement-breakpoint
CREATE UNIQUE INDEX "company_sums_key" ON "company_sums" ("id");
--> statement-breakpoint
-- Who buys: companies, and everybody with orders who belongs to none.
CREATE VIEW "customers" AS
	SELECT "companies"."id", true AS "is_company", "number", "name", "documents_email" AS "email", NULL AS "company", "country",
		coalesce("orders", 0) AS "orders", coalesce("pieces", 0) AS "pieces", coalesce("value", 0)::numeric(30, 2) AS "value",
		coalesce("unpaid", 0)::numeric(30, 2) AS "unpaid", coalesce("days", '{}') AS "days", "first_on", "last_on", "usual_days", "quiet_on",
		"words"
	FROM "companies" LEFT JOIN "company_sums" ON "company_sums"."id" = "companies"."id"
	WHERE "merged_into" IS NULL AND ("closed_at" IS NULL OR "orders" > 0)
	UNION ALL
	SELECT "id", false, NULL, "name", "email", "company", "country", "orders", "pieces", "value", "unpaid", "days", "first_on", "last_on",
		"usual_days", "quiet_on", "words"
	FROM "buyers" WHERE NOT EXISTS (SELECT FROM "company_members" WHERE "user_id" = "buyers"."id");

-- What orders, sheets and buyers are found by, as in db/functions/words.sql. Every row of orders and sheets is written again;
-- the indexes of their words are made again in online/.
CREATE OR REPLACE FUNCTION trade_vector(content text, address text, phone text, po text, tracking text, amount numeric, country text)
	RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE
	RETURN search_vector(content || ' ' || regexp_replace(address, '([^\x01-\x20]{60})', '\1 ', 'g') || ' ' || coalesce(po, '') || ' ' || coalesce(tracking, '')) || array_to_tsvector(array_remove(ARRAY[
		'tel=' || reverse(regexp_replace(split_part(phone, ' ext', 1), '[^0-9]', '', 'g')),
		'$' || round(amount, 2)::text,
		'in=' || lower(country),
		nullif(left(regexp_replace(lower(po), '[\x01-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]+', '', 'g'), 500), ''),
		nullif(left(regexp_replace(lower(tracking), '[\x01-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]+', '', 'g'), 500), '')], NULL));
--> statement-breakpoint
DROP MATERIALIZED VIEW "buyers";--> statement-breakpoint
DROP VIEW "buyers_now";--> statement-breakpoint
-- Orders name a company since 0065, those of earlier sheets did only there.
UPDATE "orders" SET "company" = "order_sheets"."company" FROM "order_sheets"
	WHERE "order_sheets"."id" = "orders"."sheet_id" AND "orders"."company" IS NULL AND "order_sheets"."company" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "order_sheets" drop column "words";--> statement-breakpoint
ALTER TABLE "order_sheets" ADD COLUMN "words" "tsvector" GENERATED ALWAYS AS (trade_vector(email || ' ' || name || ' ' || coalesce(company, ''), address, phone, po_number, null, total, country)) STORED;--> statement-breakpoint
ALTER TABLE "orders" drop column "words";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "words" "tsvector" GENERATED ALWAYS AS (trade_vector(email || ' ' || name || ' ' || coalesce(company, '') || ' ' || product_name, address, phone, po_number, tracking_number, unit_price * order_quantity, null)) STORED;--> statement-breakpoint
-- As before (0064), with company and country, which buyers are found by.
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
				coalesce(sum(round("total", 2)) FILTER (WHERE "counts" AND "payment" = 'invoiced'), 0) AS "unpaid"
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

-- States are stored as codes; what people read stands in app/features/orders/labels.ts. A word of before is its code in
-- lower case with hyphens. The rows of the audit log and what invoices say keep their words.
LOCK TABLE "orders", "order_events" IN ACCESS EXCLUSIVE MODE;--> statement-breakpoint
-- As before (0059), by codes.
DROP MATERIALIZED VIEW "buyers";--> statement-breakpoint
DROP VIEW "buyers_now";--> statement-breakpoint
DROP MATERIALIZED VIEW "sales";--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_review";--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_shipping";--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_payment";--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_accepted_first";--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_cancelled_in_time";--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_due";--> statement-breakpoint
-- Every row is written again, so all indexes but those of keys go first. Those that are still used are made again in online/.
DROP INDEX IF EXISTS "orders_trim_listed", "orders_unpaid_listed", "orders_trim", "orders_unpaid", "orders_state",
	"orders_email", "orders_item", "orders_quantity", "orders_words", "orders_state_email", "orders_state_item",
	"orders_state_quantity", "orders_trim_ended", "orders_email_lines", "orders_mill_lines", "orders_item_listed",
	"orders_item_quantity";--> statement-breakpoint
ALTER TABLE "orders" ALTER COLUMN "review" SET DEFAULT 'in-review';--> statement-breakpoint
ALTER TABLE "orders" ALTER COLUMN "shipping" SET DEFAULT 'pending';--> statement-breakpoint
ALTER TABLE "orders" ALTER COLUMN "payment" SET DEFAULT 'pending';--> statement-breakpoint
UPDATE "orders" SET "review" = replace("review", ' ', '-'), "shipping" = replace(lower("shipping"), ' ', '-'),
	"payment" = lower("payment");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_review" CHECK ("orders"."review" in ('in-review', 'accepted', 'declined', 'cancelled')) NOT VALID;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_shipping" CHECK ("orders"."shipping" in ('pending', 'in-production', 'packed', 'shipped', 'delivered')) NOT VALID;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_payment" CHECK ("orders"."payment" in ('pending', 'invoiced', 'paid', 'refunded')) NOT VALID;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_accepted_first" CHECK ("orders"."review" in ('accepted', 'cancelled') or ("orders"."shipping" = 'pending' and "orders"."payment" = 'pending')) NOT VALID;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_cancelled_in_time" CHECK ("orders"."review" <> 'cancelled' or "orders"."shipping" not in ('shipped', 'delivered')) NOT VALID;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_due" CHECK ("orders"."payment" = 'pending' or "orders"."due_on" is not null) NOT VALID;--> statement-breakpoint
-- Events only grow, except for this once.
ALTER TABLE "order_events" DISABLE TRIGGER "order_events_erase_note_only";--> statement-breakpoint
ALTER TABLE "order_events" DROP CONSTRAINT "order_events_reader";--> statement-breakpoint
UPDATE "order_events" SET "from_state" = replace(lower("from_state"), ' ', '-'), "to_state" = replace(lower("to_state"), ' ', '-'),
	"note_for" = replace("note_for", 'house', 'internal')
	WHERE "track" IS NOT NULL OR "note_for" = 'house';--> statement-breakpoint
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_reader" CHECK ("order_events"."note_for" in ('buyer', 'internal')) NOT VALID;--> statement-breakpoint
ALTER TABLE "order_events" ENABLE TRIGGER "order_events_erase_note_only";--> statement-breakpoint
UPDATE "pending_move_mails" SET "move" = "move" || jsonb_build_object('from', replace(lower("move" ->> 'from'), ' ', '-'),
	'to', replace(lower("move" ->> 'to'), ' ', '-'));--> statement-breakpoint
UPDATE "pending_order_notifications" SET "what" = 'held-back' WHERE "what" = 'held back';--> statement-breakpoint
ALTER TABLE "sessions" DROP CONSTRAINT "sessions_second_step_known";--> statement-breakpoint
UPDATE "sessions" SET "second_step" = 'recovery-code' WHERE "second_step" = 'recovery code';--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_second_step_known" CHECK ("sessions"."second_step" in ('due', 'app', 'passkey', 'recovery-code')) NOT VALID;--> statement-breakpoint
ALTER TABLE "audit" RENAME COLUMN "act" TO "action";--> statement-breakpoint
-- What was ordered of each trim in each week; a week that ends in another month has two rows.
CREATE MATERIALIZED VIEW "sales" AS
	SELECT date_trunc('week', "day")::date AS "week", date_trunc('month', "day")::date AS "month", "trim_id",
		count(*) AS "orders", sum("order_quantity") AS "pieces", sum(round("total", 2))::numeric(30, 2) AS "value"
	FROM "order_sums", "orders", LATERAL (SELECT ("created_at" AT TIME ZONE "time_zone")::date AS "day") AS placed
	WHERE "review" IN ('in-review', 'accepted') GROUP BY 1, 2, 3;
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
				coalesce(sum(round("total", 2)) FILTER (WHERE "counts" AND "payment" = 'invoiced'), 0) AS "unpaid"
			FROM "order_sums", "orders", LATERAL (SELECT "review" IN ('in-review', 'accepted') AS "counts") AS placed
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

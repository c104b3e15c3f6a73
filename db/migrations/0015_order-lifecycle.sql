-- The orders first: whoever trades takes this table before the counts and names below. All that follows takes a moment,
-- because constant defaults rewrite nothing. What reads every order is in online/.
LOCK TABLE "orders" IN ACCESS EXCLUSIVE MODE;
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "review" text DEFAULT 'in review' NOT NULL;
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "shipping" text DEFAULT 'Pending' NOT NULL;
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "payment" text DEFAULT 'Pending' NOT NULL;
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "carrier" text;
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "tracking_number" text;
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "tracking_url" text;
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "due_on" date;
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "sheet_id" uuid;
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "sheet_number" integer;
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "po_number" text;
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "wanted_on" date;
--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_review" CHECK ("orders"."review" in ('in review', 'accepted', 'declined', 'cancelled')) NOT VALID;
--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_shipping" CHECK ("orders"."shipping" in ('Pending', 'In production', 'Packed', 'Shipped', 'Delivered')) NOT VALID;
--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_payment" CHECK ("orders"."payment" in ('Pending', 'Invoiced', 'Paid', 'Refunded')) NOT VALID;
--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_accepted_first" CHECK ("orders"."review" in ('accepted', 'cancelled') or ("orders"."shipping" = 'Pending' and "orders"."payment" = 'Pending')) NOT VALID;
--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_cancelled_in_time" CHECK ("orders"."review" <> 'cancelled' or "orders"."shipping" not in ('Shipped', 'Delivered')) NOT VALID;
--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_due" CHECK ("orders"."payment" = 'Pending' or "orders"."due_on" is not null) NOT VALID;
--> statement-breakpoint
ALTER TABLE "order_buyers" ADD COLUMN "ended" bigint DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "ended" bigint DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "order_counts" ADD COLUMN "review" text DEFAULT 'in review' NOT NULL;
--> statement-breakpoint
ALTER TABLE "order_counts" ADD COLUMN "shipping" text DEFAULT 'Pending' NOT NULL;
--> statement-breakpoint
ALTER TABLE "order_counts" ADD COLUMN "payment" text DEFAULT 'Pending' NOT NULL;
--> statement-breakpoint
ALTER TABLE "order_counts" DROP CONSTRAINT "order_counts_pkey";
--> statement-breakpoint
ALTER TABLE "order_counts" ADD CONSTRAINT "order_counts_slot_review_shipping_payment_pk" PRIMARY KEY("slot","review","shipping","payment");
--> statement-breakpoint
CREATE TABLE "order_events" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_events_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"transaction" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"order_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"track" text,
	"from_state" text,
	"to_state" text,
	"actor_id" uuid,
	"actor_role" text NOT NULL,
	"note" text,
	"note_for" text,
	"carrier" text,
	"tracking_number" text,
	"tracking_url" text,
	"due_on" date,
	"is_mailed" boolean DEFAULT false NOT NULL,
	"call_id" uuid,
	CONSTRAINT "order_events_id_unique" UNIQUE("id"),
	CONSTRAINT "order_events_kind" CHECK ("order_events"."kind" in ('placed', 'move', 'back', 'note')),
	CONSTRAINT "order_events_track" CHECK ("order_events"."track" in ('review', 'shipping', 'payment')),
	CONSTRAINT "order_events_whole" CHECK (num_nulls("order_events"."track", "order_events"."from_state", "order_events"."to_state") in (0, 3)),
	CONSTRAINT "order_events_note" CHECK (num_nulls("order_events"."note", "order_events"."note_for") in (0, 2)),
	CONSTRAINT "order_events_reader" CHECK ("order_events"."note_for" in ('buyer', 'house')),
	CONSTRAINT "order_events_role" CHECK ("order_events"."actor_role" in ('buyer', 'admin'))
);
--> statement-breakpoint
CREATE INDEX "order_events_order" ON "order_events" USING btree ("order_id","seq");
--> statement-breakpoint
CREATE INDEX "order_events_transaction" ON "order_events" USING btree ("transaction");
--> statement-breakpoint
CREATE INDEX "order_events_call" ON "order_events" USING btree ("call_id") WHERE "order_events"."call_id" is not null;
--> statement-breakpoint
-- The events only grow.
CREATE TRIGGER order_events_only_grow BEFORE UPDATE OR DELETE OR TRUNCATE ON "order_events"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- The number of orders in each combination of states. Rows are taken in one order, so that two statements never wait for
-- each other.
CREATE OR REPLACE FUNCTION count_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		INSERT INTO "order_counts" AS kept ("slot", "review", "shipping", "payment", "count")
			SELECT pg_backend_pid() % 16, "review", "shipping", "payment", count(*) FROM changed GROUP BY 1, 2, 3, 4
			ORDER BY 2, 3, 4
			ON CONFLICT ("slot", "review", "shipping", "payment") DO UPDATE SET "count" = kept."count" + excluded."count";
	ELSE
		INSERT INTO "order_counts" AS kept ("slot", "review", "shipping", "payment", "count")
			SELECT pg_backend_pid() % 16, "review", "shipping", "payment", -count(*) FROM changed GROUP BY 1, 2, 3, 4
			ORDER BY 2, 3, 4
			ON CONFLICT ("slot", "review", "shipping", "payment") DO UPDATE SET "count" = kept."count" + excluded."count";
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION recount_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "order_counts" AS kept ("slot", "review", "shipping", "payment", "count")
		SELECT pg_backend_pid() % 16, "review", "shipping", "payment", sum("one") FROM (
			SELECT "review", "shipping", "payment", -1 AS "one" FROM was
			UNION ALL SELECT "review", "shipping", "payment", 1 FROM became
		) AS each GROUP BY 2, 3, 4 HAVING sum("one") <> 0 ORDER BY 2, 3, 4
		ON CONFLICT ("slot", "review", "shipping", "payment") DO UPDATE SET "count" = kept."count" + excluded."count";
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER orders_count_update AFTER UPDATE ON "orders" REFERENCING OLD TABLE AS was NEW TABLE AS became
	FOR EACH STATEMENT EXECUTE FUNCTION recount_orders();
--> statement-breakpoint
-- How many orders of each name have ended.
CREATE FUNCTION end_order_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "order_items" AS kept ("name", "orders", "ended")
		SELECT "product_name", 0, sum("one") FROM (
			SELECT "product_name", -1 AS "one" FROM was WHERE "review" IN ('declined', 'cancelled')
			UNION ALL SELECT "product_name", 1 FROM became WHERE "review" IN ('declined', 'cancelled')
		) AS each GROUP BY 1 HAVING sum("one") <> 0 ORDER BY 1
		ON CONFLICT ("name") DO UPDATE SET "ended" = kept."ended" + excluded."ended";
	INSERT INTO "order_buyers" AS kept ("email", "name", "orders", "ended")
		SELECT "email", "name", 0, sum("one") FROM (
			SELECT "email", "name", -1 AS "one" FROM was WHERE "review" IN ('declined', 'cancelled')
			UNION ALL SELECT "email", "name", 1 FROM became WHERE "review" IN ('declined', 'cancelled')
		) AS each GROUP BY 1, 2 HAVING sum("one") <> 0 ORDER BY 1, 2
		ON CONFLICT ("email", "name") DO UPDATE SET "ended" = kept."ended" + excluded."ended";
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER orders_words_ended AFTER UPDATE ON "orders" REFERENCING OLD TABLE AS was NEW TABLE AS became
	FOR EACH STATEMENT EXECUTE FUNCTION end_order_words();
--> statement-breakpoint
-- Orders are inserted with ended states only by hand; then the names know it too.
CREATE OR REPLACE FUNCTION add_order_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "order_items" AS kept ("name", "orders", "ended")
		SELECT "product_name", count(*), count(*) FILTER (WHERE "review" IN ('declined', 'cancelled'))
		FROM added GROUP BY 1 ORDER BY 1
		ON CONFLICT ("name") DO UPDATE
			SET "orders" = kept."orders" + excluded."orders", "ended" = kept."ended" + excluded."ended";
	INSERT INTO "order_buyers" AS kept ("email", "name", "orders", "ended")
		SELECT "email", "name", count(*), count(*) FILTER (WHERE "review" IN ('declined', 'cancelled'))
		FROM added GROUP BY 1, 2 ORDER BY 1, 2
		ON CONFLICT ("email", "name") DO UPDATE
			SET "orders" = kept."orders" + excluded."orders", "ended" = kept."ended" + excluded."ended";
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION remove_order_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "order_items" AS kept ("name", "orders", "ended")
		SELECT "product_name", -count(*), -count(*) FILTER (WHERE "review" IN ('declined', 'cancelled'))
		FROM removed GROUP BY 1 ORDER BY 1
		ON CONFLICT ("name") DO UPDATE
			SET "orders" = kept."orders" + excluded."orders", "ended" = kept."ended" + excluded."ended";
	INSERT INTO "order_buyers" AS kept ("email", "name", "orders", "ended")
		SELECT "email", "name", -count(*), -count(*) FILTER (WHERE "review" IN ('declined', 'cancelled'))
		FROM removed GROUP BY 1, 2 ORDER BY 1, 2
		ON CONFLICT ("email", "name") DO UPDATE
			SET "orders" = kept."orders" + excluded."orders", "ended" = kept."ended" + excluded."ended";
	DELETE FROM "order_items" USING removed WHERE "order_items"."name" = removed."product_name" AND "orders" = 0;
	DELETE FROM "order_buyers" USING removed
		WHERE "order_buyers"."email" = removed."email" AND "order_buyers"."name" = removed."name" AND "orders" = 0;
	RETURN NULL;
END $$;

-- In the order of whoever trades: the trims, the orders, the sums below. Nothing here reads the orders; online/ does.
LOCK TABLE "trims", "orders" IN SHARE ROW EXCLUSIVE MODE;
--> statement-breakpoint
CREATE TABLE "buyer_days" (
	"buyer_id" uuid NOT NULL,
	"day" date NOT NULL,
	"orders" bigint DEFAULT 0 NOT NULL,
	"pieces" bigint DEFAULT 0 NOT NULL,
	"value" numeric(30, 2) DEFAULT '0' NOT NULL,
	CONSTRAINT "buyer_days_buyer_id_day_pk" PRIMARY KEY("buyer_id","day")
);
--> statement-breakpoint
CREATE TABLE "buyer_notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"buyer_id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"note" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "buyers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"orders" bigint DEFAULT 0 NOT NULL,
	"pieces" bigint DEFAULT 0 NOT NULL,
	"value" numeric(30, 2) DEFAULT '0' NOT NULL,
	"unpaid" numeric(30, 2) DEFAULT '0' NOT NULL,
	"days" integer DEFAULT 0 NOT NULL,
	"first_on" date,
	"last_on" date,
	"quiet_on" date GENERATED ALWAYS AS (case when days >= 3 then last_on + greatest(42, 2 * (last_on - first_on) / (days - 1)) + 1 end) STORED,
	"words" "tsvector" GENERATED ALWAYS AS (search_vector(email || ' ' || name)) STORED
);
--> statement-breakpoint
CREATE TABLE "order_dues" (
	"due_on" date NOT NULL,
	"slot" smallint NOT NULL,
	"orders" bigint NOT NULL,
	"value" numeric(30, 2) NOT NULL,
	CONSTRAINT "order_dues_due_on_slot_pk" PRIMARY KEY("due_on","slot")
);
--> statement-breakpoint
CREATE TABLE "order_sums" (
	"time_zone" text PRIMARY KEY NOT NULL,
	"since" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sales_months" (
	"month" date NOT NULL,
	"trim_id" uuid NOT NULL,
	"orders" bigint NOT NULL,
	"pieces" bigint NOT NULL,
	"value" numeric(30, 2) NOT NULL,
	CONSTRAINT "sales_months_month_trim_id_pk" PRIMARY KEY("month","trim_id")
);
--> statement-breakpoint
CREATE TABLE "sales_weeks" (
	"week" date NOT NULL,
	"line" text NOT NULL,
	"slot" smallint NOT NULL,
	"orders" bigint NOT NULL,
	"pieces" bigint NOT NULL,
	"value" numeric(30, 2) NOT NULL,
	CONSTRAINT "sales_weeks_week_line_slot_pk" PRIMARY KEY("week","line","slot")
);
--> statement-breakpoint
CREATE INDEX "buyer_notes_buyer" ON "buyer_notes" USING btree ("buyer_id","id");--> statement-breakpoint
CREATE INDEX "buyers_value" ON "buyers" USING btree ("value","id") WHERE "buyers"."orders" > 0;--> statement-breakpoint
CREATE INDEX "buyers_orders" ON "buyers" USING btree ("orders","id") WHERE "buyers"."orders" > 0;--> statement-breakpoint
CREATE INDEX "buyers_pieces" ON "buyers" USING btree ("pieces","id") WHERE "buyers"."orders" > 0;--> statement-breakpoint
CREATE INDEX "buyers_last" ON "buyers" USING btree ("last_on","id") WHERE "buyers"."orders" > 0;--> statement-breakpoint
CREATE INDEX "buyers_name" ON "buyers" USING btree ("name","id") WHERE "buyers"."orders" > 0;--> statement-breakpoint
CREATE INDEX "buyers_quiet" ON "buyers" USING btree ("quiet_on","id") WHERE "buyers"."orders" > 0;--> statement-breakpoint
CREATE INDEX "buyers_words" ON "buyers" USING gin ("words") WITH (fastupdate=false);
--> statement-breakpoint
-- What one order adds to the sums (sign 1), or takes from them (-1). `due_on` only while it is invoiced and not paid.
CREATE TYPE order_share AS (
	"sign" smallint, "user_id" uuid, "name" text, "email" text, "trim_id" uuid, "placed" timestamp, "pieces" bigint,
	"value" numeric, "due_on" date
);
--> statement-breakpoint
-- Days, weeks and months are those of the house's time zone.
CREATE FUNCTION order_share_of("sign" integer, "user_id" uuid, "name" text, "email" text, "trim_id" uuid,
	"created_at" timestamptz, "pieces" integer, "total" numeric, "payment" text, "due_on" date, "time_zone" text)
	RETURNS order_share LANGUAGE sql IMMUTABLE AS $$
	SELECT row("sign", "user_id", "name", "email", "trim_id", "created_at" AT TIME ZONE "time_zone", "pieces",
		round("total", 2), CASE WHEN "payment" = 'Invoiced' THEN "due_on" END)::order_share
$$;
--> statement-breakpoint
-- Rows are taken in one order, so that two statements never wait for each other. `are_new`: these are the latest orders
-- of their buyers, so the buyers are called as these say.
CREATE FUNCTION add_order_shares("shares" order_share[], "are_new" boolean) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "sales_weeks" AS kept ("week", "line", "slot", "orders", "pieces", "value")
		SELECT date_trunc('week', s."placed")::date, coalesce(t."line", ''), pg_backend_pid() % 4,
			sum(s."sign"), sum(s."sign" * s."pieces"), sum(s."sign" * s."value")
		FROM unnest("shares") s LEFT JOIN "trims" t ON t."id" = s."trim_id"
		GROUP BY 1, 2 HAVING sum(s."sign") <> 0 OR sum(s."sign" * s."pieces") <> 0 OR sum(s."sign" * s."value") <> 0
		ORDER BY 1, 2
		ON CONFLICT ("week", "line", "slot") DO UPDATE SET "orders" = kept."orders" + excluded."orders",
			"pieces" = kept."pieces" + excluded."pieces", "value" = kept."value" + excluded."value";
	INSERT INTO "sales_months" AS kept ("month", "trim_id", "orders", "pieces", "value")
		SELECT date_trunc('month', s."placed")::date, s."trim_id",
			sum(s."sign"), sum(s."sign" * s."pieces"), sum(s."sign" * s."value")
		FROM unnest("shares") s WHERE s."trim_id" IS NOT NULL
		GROUP BY 1, 2 HAVING sum(s."sign") <> 0 OR sum(s."sign" * s."pieces") <> 0 OR sum(s."sign" * s."value") <> 0
		ORDER BY 1, 2
		ON CONFLICT ("month", "trim_id") DO UPDATE SET "orders" = kept."orders" + excluded."orders",
			"pieces" = kept."pieces" + excluded."pieces", "value" = kept."value" + excluded."value";
	INSERT INTO "order_dues" AS kept ("due_on", "slot", "orders", "value")
		SELECT s."due_on", pg_backend_pid() % 4, sum(s."sign"), sum(s."sign" * s."value")
		FROM unnest("shares") s WHERE s."due_on" IS NOT NULL
		GROUP BY 1 HAVING sum(s."sign") <> 0 OR sum(s."sign" * s."value") <> 0 ORDER BY 1
		ON CONFLICT ("due_on", "slot") DO UPDATE
			SET "orders" = kept."orders" + excluded."orders", "value" = kept."value" + excluded."value";
	-- A buyer's row is locked before the days are counted: two orders of one buyer at once would each miss the other's.
	INSERT INTO "buyers" ("id", "name", "email")
		SELECT DISTINCT ON (s."user_id") s."user_id", s."name", s."email" FROM unnest("shares") s
		WHERE s."user_id" IS NOT NULL ORDER BY s."user_id", s."placed" DESC
		ON CONFLICT ("id") DO NOTHING;
	PERFORM FROM "buyers" WHERE "id" IN (SELECT s."user_id" FROM unnest("shares") s) ORDER BY "id" FOR NO KEY UPDATE;
	INSERT INTO "buyer_days" AS kept ("buyer_id", "day", "orders", "pieces", "value")
		SELECT s."user_id", s."placed"::date, sum(s."sign"), sum(s."sign" * s."pieces"), sum(s."sign" * s."value")
		FROM unnest("shares") s WHERE s."user_id" IS NOT NULL
		GROUP BY 1, 2 HAVING sum(s."sign") <> 0 OR sum(s."sign" * s."pieces") <> 0 OR sum(s."sign" * s."value") <> 0
		ORDER BY 1, 2
		ON CONFLICT ("buyer_id", "day") DO UPDATE SET "orders" = kept."orders" + excluded."orders",
			"pieces" = kept."pieces" + excluded."pieces", "value" = kept."value" + excluded."value";
	UPDATE "buyers" b SET "orders" = b."orders" + s."orders", "pieces" = b."pieces" + s."pieces",
		"value" = b."value" + s."value", "unpaid" = b."unpaid" + s."unpaid",
		"days" = d."days", "first_on" = d."first_on", "last_on" = d."last_on",
		"name" = CASE WHEN "are_new" THEN s."name" ELSE b."name" END,
		"email" = CASE WHEN "are_new" THEN s."email" ELSE b."email" END
	FROM (
		SELECT s."user_id", sum(s."sign") AS "orders", sum(s."sign" * s."pieces") AS "pieces",
			sum(s."sign" * s."value") AS "value",
			coalesce(sum(s."sign" * s."value") FILTER (WHERE s."due_on" IS NOT NULL), 0) AS "unpaid",
			(array_agg(s."name" ORDER BY s."placed" DESC))[1] AS "name",
			(array_agg(s."email" ORDER BY s."placed" DESC))[1] AS "email"
		FROM unnest("shares") s GROUP BY s."user_id"
	) AS s CROSS JOIN LATERAL (
		SELECT count(*) AS "days", min("day") AS "first_on", max("day") AS "last_on" FROM "buyer_days"
		WHERE "buyer_id" = s."user_id" AND "orders" > 0
	) AS d WHERE b."id" = s."user_id";
END $$;
--> statement-breakpoint
-- Orders numbered below `since` are not yet in the sums; whatever happens to them is read when they are filled in.
CREATE FUNCTION sum_orders() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	kept "order_sums"%ROWTYPE;
	shares order_share[];
BEGIN
	SELECT * INTO kept FROM "order_sums";
	IF TG_OP = 'INSERT' THEN
		SELECT array_agg(order_share_of(1, o."user_id", o."name", o."email", o."trim_id", o."created_at",
				o."order_quantity", o."total", o."payment", o."due_on", kept."time_zone"))
			INTO shares FROM became o WHERE o."number" >= kept."since" AND o."review" IN ('in review', 'accepted');
	ELSIF TG_OP = 'DELETE' THEN
		SELECT array_agg(order_share_of(-1, o."user_id", o."name", o."email", o."trim_id", o."created_at",
				o."order_quantity", o."total", o."payment", o."due_on", kept."time_zone"))
			INTO shares FROM was o WHERE o."number" >= kept."since" AND o."review" IN ('in review', 'accepted');
	ELSE
		-- Most moves change no sum.
		WITH touched AS (
			SELECT became."id" FROM was JOIN became USING ("id")
			WHERE was."number" >= kept."since" AND (was."review" IN ('declined', 'cancelled'), was."payment" = 'Invoiced',
				was."due_on", was."user_id", was."trim_id", was."created_at", was."total", was."order_quantity")
				IS DISTINCT FROM (became."review" IN ('declined', 'cancelled'), became."payment" = 'Invoiced', became."due_on",
				became."user_id", became."trim_id", became."created_at", became."total", became."order_quantity")
		)
		SELECT array_agg("share") INTO shares FROM (
			SELECT order_share_of(-1, o."user_id", o."name", o."email", o."trim_id", o."created_at",
				o."order_quantity", o."total", o."payment", o."due_on", kept."time_zone") AS "share"
			FROM was o JOIN touched USING ("id") WHERE o."review" IN ('in review', 'accepted')
			UNION ALL
			SELECT order_share_of(1, o."user_id", o."name", o."email", o."trim_id", o."created_at",
				o."order_quantity", o."total", o."payment", o."due_on", kept."time_zone") AS "share"
			FROM became o JOIN touched USING ("id") WHERE o."review" IN ('in review', 'accepted')
		) AS each;
	END IF;
	IF shares IS NOT NULL THEN
		PERFORM add_order_shares(shares, TG_OP = 'INSERT');
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER orders_sums_insert AFTER INSERT ON "orders" REFERENCING NEW TABLE AS became
	FOR EACH STATEMENT EXECUTE FUNCTION sum_orders();
--> statement-breakpoint
CREATE TRIGGER orders_sums_update AFTER UPDATE ON "orders" REFERENCING OLD TABLE AS was NEW TABLE AS became
	FOR EACH STATEMENT EXECUTE FUNCTION sum_orders();
--> statement-breakpoint
CREATE TRIGGER orders_sums_delete AFTER DELETE ON "orders" REFERENCING OLD TABLE AS was
	FOR EACH STATEMENT EXECUTE FUNCTION sum_orders();
--> statement-breakpoint
CREATE FUNCTION forget_order_sums() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM "sales_weeks";
	DELETE FROM "sales_months";
	DELETE FROM "order_dues";
	DELETE FROM "buyer_days";
	DELETE FROM "buyers";
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER orders_sums_truncate AFTER TRUNCATE ON "orders"
	FOR EACH STATEMENT EXECUTE FUNCTION forget_order_sums();
--> statement-breakpoint
-- A trim that changes its line takes its sales along. Orders for it wait, because they need its row.
CREATE FUNCTION move_sales_of_trim() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "sales_weeks" AS kept ("week", "line", "slot", "orders", "pieces", "value")
		SELECT date_trunc('week', o."created_at" AT TIME ZONE s."time_zone")::date, l."line", pg_backend_pid() % 4,
			sum(l."sign"), sum(l."sign" * o."order_quantity"), sum(l."sign" * round(o."total", 2))
		FROM "order_sums" s, (VALUES (coalesce(old."line", ''), -1), (coalesce(new."line", ''), 1)) AS l ("line", "sign"),
			"orders" o
		WHERE o."trim_id" = new."id" AND o."number" >= s."since" AND o."review" IN ('in review', 'accepted')
		GROUP BY 1, 2 ORDER BY 1, 2
		ON CONFLICT ("week", "line", "slot") DO UPDATE SET "orders" = kept."orders" + excluded."orders",
			"pieces" = kept."pieces" + excluded."pieces", "value" = kept."value" + excluded."value";
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER trims_line_sales AFTER UPDATE OF "line" ON "trims" FOR EACH ROW
	WHEN (old."line" IS DISTINCT FROM new."line") EXECUTE FUNCTION move_sales_of_trim();
--> statement-breakpoint
-- Fills in the orders that are not yet in the sums, the latest first, a batch in each transaction. The rows of a batch
-- are locked meanwhile: a move of one of them is either read here, or told by its trigger, and never both.
CREATE PROCEDURE fill_order_sums() LANGUAGE plpgsql AS $$
DECLARE
	kept "order_sums"%ROWTYPE;
	least integer;
	shares order_share[];
BEGIN
	LOOP
		SELECT * INTO kept FROM "order_sums" FOR UPDATE;
		SELECT min("number") INTO least FROM (
			SELECT "number" FROM "orders" WHERE "number" < kept."since" ORDER BY "number" DESC LIMIT 2000
		) AS batch;
		EXIT WHEN least IS NULL;
		PERFORM FROM "orders" WHERE "number" >= least AND "number" < kept."since" ORDER BY "number" FOR NO KEY UPDATE;
		SELECT array_agg(order_share_of(1, o."user_id", o."name", o."email", o."trim_id", o."created_at",
				o."order_quantity", o."total", o."payment", o."due_on", kept."time_zone"))
			INTO shares FROM "orders" o WHERE o."number" >= least AND o."number" < kept."since" AND o."review" IN ('in review', 'accepted');
		IF shares IS NOT NULL THEN
			PERFORM add_order_shares(shares, false);
		END IF;
		UPDATE "order_sums" SET "since" = least;
		COMMIT;
	END LOOP;
	UPDATE "order_sums" SET "since" = -2147483648;
	COMMIT;
END $$;
--> statement-breakpoint
-- Counts everything anew by the days of another time zone.
CREATE PROCEDURE keep_order_sums_in("zone" text) LANGUAGE plpgsql AS $$
BEGIN
	IF EXISTS (SELECT FROM "order_sums" WHERE "time_zone" = "zone") THEN
		RETURN;
	END IF;
	LOCK TABLE "orders" IN SHARE ROW EXCLUSIVE MODE;
	DELETE FROM "sales_weeks";
	DELETE FROM "sales_months";
	DELETE FROM "order_dues";
	DELETE FROM "buyer_days";
	DELETE FROM "buyers";
	UPDATE "order_sums" SET "time_zone" = "zone", "since" = (SELECT coalesce(max("number"), 0) + 1 FROM "orders");
	COMMIT;
	CALL fill_order_sums();
END $$;
--> statement-breakpoint
INSERT INTO "order_sums" ("time_zone", "since") SELECT 'UTC', coalesce(max("number"), 0) + 1 FROM "orders";

-- In the order of whoever trades: the trims, the orders; then whoever folds. Nobody is in the middle of either meanwhile.
LOCK TABLE "trims", "orders", "order_shares" IN SHARE ROW EXCLUSIVE MODE;
--> statement-breakpoint
-- What is noted until now was counted with its order.
DO $$ BEGIN
	WHILE fold_order_shares() LOOP
	END LOOP;
END $$;
--> statement-breakpoint
DROP TRIGGER orders_popularity ON "orders";
--> statement-breakpoint
DROP FUNCTION count_orders_of_trims();
--> statement-breakpoint
-- Writes what an order adds to the sums, and takes from them, into `order_shares`: a row that nobody else wants. Orders
-- numbered below `since` are not yet in the sums; whatever happens to them is read when they are filled in. What adds nothing
-- to the sums, but was an order of a trim, is noted with zeros, for that is counted too.
CREATE OR REPLACE FUNCTION sum_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		INSERT INTO "order_shares" ("is_new", "orders", "pieces", "value", "day", "line", "trim_id", "user_id", "name",
				"email", "due_on")
			SELECT true, c."one", c."one" * o."order_quantity", c."one" * round(o."total", 2),
				(o."created_at" AT TIME ZONE s."time_zone")::date, coalesce(t."line", ''), o."trim_id",
				CASE c."one" WHEN 1 THEN o."user_id" END, o."name", o."email",
				CASE WHEN c."one" = 1 AND o."payment" = 'Invoiced' THEN o."due_on" END
			FROM "order_sums" s, became o LEFT JOIN "trims" t ON t."id" = o."trim_id", LATERAL (
				SELECT (o."number" >= s."since" AND o."review" IN ('in review', 'accepted'))::int AS "one"
			) AS c
			WHERE c."one" = 1 OR o."trim_id" IS NOT NULL
			ORDER BY o."created_at", o."number";
	ELSIF TG_OP = 'DELETE' THEN
		INSERT INTO "order_shares" ("is_new", "orders", "pieces", "value", "day", "line", "trim_id", "user_id", "name",
				"email", "due_on")
			SELECT false, -1, -o."order_quantity", -round(o."total", 2), (o."created_at" AT TIME ZONE s."time_zone")::date,
				coalesce(t."line", ''), o."trim_id", o."user_id", o."name", o."email",
				CASE WHEN o."payment" = 'Invoiced' THEN o."due_on" END
			FROM "order_sums" s, was o LEFT JOIN "trims" t ON t."id" = o."trim_id"
			WHERE o."number" >= s."since" AND o."review" IN ('in review', 'accepted');
	ELSE
		-- Most moves change no sum.
		INSERT INTO "order_shares" ("is_new", "orders", "pieces", "value", "day", "line", "trim_id", "user_id", "name",
				"email", "due_on")
			WITH touched AS (
				SELECT became."id" FROM "order_sums" s, was JOIN became USING ("id")
				WHERE was."number" >= s."since" AND (was."review" IN ('declined', 'cancelled'), was."payment" = 'Invoiced',
					was."due_on", was."user_id", was."trim_id", was."created_at", was."total", was."order_quantity")
					IS DISTINCT FROM (became."review" IN ('declined', 'cancelled'), became."payment" = 'Invoiced',
					became."due_on", became."user_id", became."trim_id", became."created_at", became."total",
					became."order_quantity")
			), each AS (
				SELECT -1 AS "sign", o.* FROM was o JOIN touched USING ("id")
				UNION ALL
				SELECT 1 AS "sign", o.* FROM became o JOIN touched USING ("id")
			)
			SELECT false, o."sign", o."sign" * o."order_quantity", o."sign" * round(o."total", 2),
				(o."created_at" AT TIME ZONE s."time_zone")::date, coalesce(t."line", ''), o."trim_id", o."user_id", o."name",
				o."email", CASE WHEN o."payment" = 'Invoiced' THEN o."due_on" END
			FROM "order_sums" s, each o LEFT JOIN "trims" t ON t."id" = o."trim_id"
			WHERE o."review" IN ('in review', 'accepted');
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
-- Whoever takes notes away counts the new orders among them, once for each trim: this index changes with each count. One
-- transaction at a time does so, behind the lock of `fold_order_shares`.
CREATE FUNCTION count_noted_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE "trim_orders" AS kept SET "orders" = kept."orders" + noted."orders"
		FROM (SELECT "trim_id", count(*) AS "orders" FROM gone WHERE "is_new" GROUP BY 1) AS noted
		WHERE kept."trim_id" = noted."trim_id";
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER order_shares_counted AFTER DELETE ON "order_shares" REFERENCING OLD TABLE AS gone
	FOR EACH STATEMENT EXECUTE FUNCTION count_noted_orders();
--> statement-breakpoint
-- Places those orders that nothing stands against, all in one transaction, and returns their places in the list. Of the
-- others it leaves no trace: who asks for one alone is told why.
CREATE OR REPLACE FUNCTION place_orders("asked" jsonb) RETURNS SETOF integer LANGUAGE plpgsql
	SET lock_timeout = '200ms' AS $$
DECLARE
	"free" integer[];
	-- By an array, each trim is found by its index; a join would read the whole of a small table.
	"ids" uuid[] := ARRAY(SELECT a."trimId" FROM jsonb_to_recordset("asked") AS a ("trimId" uuid));
BEGIN
	-- Locks first, in one order, so that two calls never wait for each other: limits, trims, keys. Each statement below
	-- sees what was committed before it, so what is locked is read as it is now.
	INSERT INTO "rate_limits" AS kept ("key", "points", "expire")
		SELECT c."key", 0, now() + make_interval(mins => max(c."minutes"))
		FROM jsonb_to_recordset("asked") AS a ("counts" jsonb),
			jsonb_to_recordset(a."counts") AS c ("key" text, "minutes" integer)
		GROUP BY 1 ORDER BY 1
		ON CONFLICT ("key") DO UPDATE SET "points" = 0, "expire" = excluded."expire"
			WHERE kept."expire" <= now() OR kept."expire" > excluded."expire" + interval '1 minute';
	PERFORM FROM "trims" WHERE "id" = ANY ("ids") ORDER BY "id" FOR NO KEY UPDATE;
	SELECT array_agg(each."at") INTO "free" FROM (
		SELECT DISTINCT ON (coalesce(a."turn", a."at"::text)) a."at", a."turn"
		FROM jsonb_to_recordset("asked") AS a ("at" integer, "turn" text)
		ORDER BY coalesce(a."turn", a."at"::text), a."at"
	) AS each WHERE each."turn" IS NULL OR pg_try_advisory_xact_lock(hashtextextended(each."turn", 0));
	RETURN QUERY
	WITH fitting AS MATERIALIZED (
		SELECT a.*, t."name" AS "productName", t."quantity",
			coalesce(price_break_reached(t."id", a."pieces"), t."price") AS "unitPrice"
		FROM jsonb_to_recordset("asked") AS a ("at" integer, "orderId" uuid, "eventId" uuid, "userId" uuid, "name" text,
			"email" text, "isVerified" boolean, "role" text, "phone" text, "address" text, "trimId" uuid, "product" text,
			"pieces" integer, "seen" numeric, "key" text, "fingerprint" text, "answer" jsonb, "counts" jsonb)
		JOIN "trims" t ON t."id" = a."trimId"
		WHERE a."at" = ANY ("free") AND t."id" = ANY ("ids") AND t."removed_at" IS NULL AND t."name" = a."product"
			AND t."moq" <= a."pieces"
	), counting AS MATERIALIZED (
		SELECT f."at", c."key", c."most", row_number() OVER (PARTITION BY c."key" ORDER BY f."at") AS "nth"
		FROM fitting f, jsonb_to_recordset(f."counts") AS c ("key" text, "most" integer)
	), priced AS (
		SELECT f.*, sum(f."pieces") OVER (PARTITION BY f."trimId" ORDER BY f."at") AS "inAll"
		FROM fitting f WHERE (f."seen" IS NULL OR f."seen" = f."unitPrice") AND f."at" NOT IN (
			SELECT c."at" FROM counting c JOIN "rate_limits" l USING ("key") WHERE l."points" + c."nth" > c."most"
		)
	), placed AS MATERIALIZED (
		SELECT p.* FROM priced p WHERE p."inAll" <= p."quantity" AND NOT EXISTS (
			SELECT FROM "idempotency_keys" k WHERE k."owner" = p."userId" AND k."key" = p."key"
		)
	), taken AS (
		UPDATE "trims" t SET "quantity" = t."quantity" - s."pieces"
		FROM (SELECT p."trimId", sum(p."pieces") AS "pieces" FROM placed p GROUP BY 1) AS s WHERE t."id" = s."trimId"
	), counted AS (
		UPDATE "rate_limits" l SET "points" = l."points" + s."acts"
		FROM (SELECT c."key", count(*) AS "acts" FROM counting c JOIN placed p USING ("at") GROUP BY 1) AS s
		WHERE l."key" = s."key"
	), remembered AS (
		INSERT INTO "idempotency_keys" ("owner", "key", "fingerprint", "answer")
		SELECT p."userId", p."key", p."fingerprint", p."answer" FROM placed p WHERE p."key" IS NOT NULL
	), written AS (
		INSERT INTO "orders" ("id", "user_id", "trim_id", "name", "email", "phone", "address", "product_name",
			"order_quantity", "unit_price")
		SELECT p."orderId", p."userId", p."trimId", p."name", p."email", p."phone", p."address", p."productName",
			p."pieces", p."unitPrice" FROM placed p ORDER BY p."at"
	), happened AS (
		INSERT INTO "order_events" ("id", "order_id", "kind", "actor_id", "actor_role")
		SELECT p."eventId", p."orderId", 'placed', p."userId", p."role" FROM placed p ORDER BY p."at"
	), untold AS (
		INSERT INTO "untold_orders" ("order_id", "is_verified")
		SELECT p."orderId", p."isVerified" FROM placed p ORDER BY p."at"
	)
	SELECT p."at" FROM placed p;
END $$;

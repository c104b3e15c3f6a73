-- PostgreSQL reads, plans and compiles the condition of a trigger anew for each statement, even where it then passes by: for an
-- order that cost more than the change of the trim itself. What is told by its columns alone needs none of this.
CREATE OR REPLACE TRIGGER trims_find_update AFTER UPDATE OF "words", "facets" ON "trims" FOR EACH ROW
	WHEN (old."words" IS DISTINCT FROM new."words" OR old."facets" IS DISTINCT FROM new."facets")
	EXECUTE FUNCTION change_trim_to_find();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER trims_bits_update AFTER UPDATE OF "words", "facets" ON "trims" FOR EACH ROW
	WHEN (old."words" IS DISTINCT FROM new."words" OR old."facets" IS DISTINCT FROM new."facets")
	EXECUTE FUNCTION change_bits_of_trim();
--> statement-breakpoint
-- A class is told by the first four binary digits of a quantity and by their place. So where classes differ, the numbers differ in
-- one of these digits, which is worth more than a sixteenth of the larger number. A few fire in vain, and write the same class.
CREATE OR REPLACE TRIGGER trims_stocks_update AFTER UPDATE ON "trims" FOR EACH ROW
	WHEN ((old."quantity" # new."quantity")::bigint * 16 > greatest(old."quantity", new."quantity")
		OR old."facets" IS DISTINCT FROM new."facets")
	EXECUTE FUNCTION change_stock_of_trim();
--> statement-breakpoint
-- Places those orders that nothing stands against, all in one transaction, and returns their places in the list. Of the
-- others it leaves no trace: who asks for one alone is told why.
CREATE OR REPLACE FUNCTION place_orders("asked" jsonb) RETURNS SETOF integer LANGUAGE plpgsql
	SET lock_timeout = '200ms' AS $$
DECLARE
	"free" integer[];
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
	-- By an array, each trim is found by its index; a join would read the whole of a small table.
	PERFORM FROM "trims" WHERE "id" = ANY (ARRAY(SELECT a."trimId" FROM jsonb_to_recordset("asked") AS a ("trimId" uuid)))
		ORDER BY "id" FOR NO KEY UPDATE;
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
		WHERE a."at" = ANY ("free") AND t."removed_at" IS NULL AND t."name" = a."product" AND t."moq" <= a."pieces"
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

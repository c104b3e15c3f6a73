-- What a trim is found by. A text becomes words in one way, here and in a search: small letters without accents, no
-- plural -s, -ise for -ize; a number and its unit are one word, lengths in millimetres ("60 cm" is 600mm, "27L" 27l).
-- Letters beyond ASCII count as letters, so that text and search are cut alike under every locale.
CREATE FUNCTION trim_pieces(content text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN ARRAY(
	SELECT CASE
		WHEN piece ~ '^[0-9]' THEN trim_scale(piece::numeric)::text
		WHEN piece ~ '..ies$' THEN regexp_replace(piece, 'ies$', 'y')
		WHEN piece ~ '(ss|x|ch|sh)es$' THEN regexp_replace(piece, 'es$', '')
		WHEN piece ~ '..[^su]s$' THEN regexp_replace(piece, 's$', '')
		ELSE regexp_replace(piece, '(....)iz(e|ed|er|ing|ation)$', '\1is\2')
	END
	FROM regexp_matches(
		regexp_replace(regexp_replace(regexp_replace(
			replace(translate(lower(content),
				'àáâãäåèéêëìíîïòóôõöøùúûüýñçÀÁÂÃÄÅÈÉÊËÌÍÎÏÒÓÔÕÖØÙÚÛÜÝÑÇ×’‘“”„–—·°™®″′',
				'aaaaaaeeeeiiiioooooouuuuyncaaaaaaeeeeiiiioooooouuuuyncx             '), 'ß', 'ss'),
			'([0-9]),([0-9]{3})(?![0-9])', '\1\2', 'g'),
			'([0-9]),([0-9])', '\1.\2', 'g'),
			'([0-9.]+) ?x ?([0-9.]+) ?(mm|cm)\M', '\1 \3 \2 \3', 'g'),
		'[0-9]+(?:\.[0-9]+)?|[^\x01-\x40\x5b-\x60\x7b-\x7f]+', 'g') WITH ORDINALITY AS found (parts, at),
		unnest(parts) AS piece
	ORDER BY at);
--> statement-breakpoint
CREATE FUNCTION trim_tokens(content text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN ARRAY(
	SELECT CASE
		WHEN NOT counts THEN piece
		WHEN next IN ('mm', 'millimeter', 'millimetre') THEN piece || 'mm'
		WHEN next IN ('cm', 'centimeter', 'centimetre') THEN trim_scale(piece::numeric * 10)::text || 'mm'
		WHEN next IN ('m', 'meter', 'metre') THEN trim_scale(piece::numeric * 1000)::text || 'mm'
		WHEN next IN ('l', 'ligne') THEN piece || 'l'
		ELSE piece
	END
	FROM (
		SELECT piece, at, piece ~ '^[0-9]' AS counts, lead(piece) OVER places AS next, lag(piece) OVER places AS before
		FROM unnest(trim_pieces(content)) WITH ORDINALITY AS all_pieces (piece, at)
		WINDOW places AS (ORDER BY at)
	) AS placed
	WHERE NOT (coalesce(before, '') ~ '^[0-9]' AND piece IN ('mm', 'millimeter', 'millimetre', 'cm', 'centimeter',
		'centimetre', 'm', 'meter', 'metre', 'l', 'ligne'))
	ORDER BY at);
--> statement-breakpoint
-- Words of a text under a weight; a number is found without its unit too. A lexeme holds 2,046 bytes, so that of a
-- language without spaces is cut.
CREATE FUNCTION trim_weighted(content text, weight text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN (
	SELECT coalesce(string_agg(DISTINCT '''' || replace(replace(word, '\', '\\'), '''', '''''') || ''':1' || weight, ' '), '')::tsvector
	FROM (
		SELECT left(unnest(trim_tokens(content)), 200) AS word
		UNION SELECT left(piece, 200) FROM unnest(trim_pieces(content)) AS piece WHERE piece ~ '^[0-9]'
	) AS words);
--> statement-breakpoint
CREATE FUNCTION trim_search_vector(number integer, name text, line text, kind text, material text, finish text,
	colour text, shade text, size text, size_mm numeric, size_mm_height numeric, certificates text[], description text
) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
	trim_weighted(name, 'A') || ('no' || number || ':1A')::tsvector
	|| trim_weighted(concat_ws(' ', line, kind, material, finish, colour, shade, size, size_mm || ' mm',
		size_mm_height || ' mm', array_to_string(certificates, ' ')), 'B')
	|| trim_weighted(description, 'C');
--> statement-breakpoint
-- Sixty-four bits of all that a list is filtered by, but for the stock.
CREATE FUNCTION trim_facets_key(line text, finish text, colour text, material text, size_mm numeric, size text,
	certificates text[]) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
	('x' || substr(md5(jsonb_build_array(line, finish, colour, material, trim_scale(size_mm), size, certificates)::text), 1, 16))::bit(64)::bigint;
--> statement-breakpoint
CREATE FUNCTION stock_class(quantity integer) RETURNS smallint LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
	length(ltrim(quantity::bit(32)::text, '0'))::smallint;
--> statement-breakpoint
-- Words like what was typed, by pg_trgm; nothing where PostgreSQL does not have it.
CREATE FUNCTION similar_trim_words(typed text, most integer) RETURNS SETOF text LANGUAGE plpgsql STABLE AS $$
BEGIN
	IF EXISTS (SELECT FROM pg_extension WHERE extname = 'pg_trgm') THEN
		RETURN QUERY EXECUTE 'SELECT word FROM trim_words ORDER BY word <-> $1 LIMIT $2' USING typed, most;
	END IF;
END $$;
--> statement-breakpoint
CREATE TABLE "trim_facets" (
	"key" bigint PRIMARY KEY NOT NULL,
	"line" text,
	"finish" text,
	"colour" text,
	"material" text,
	"size_mm" numeric(8, 2),
	"size_text" text,
	"certificates" text[],
	"trims" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "trim_orders" (
	"trim_id" uuid PRIMARY KEY NOT NULL,
	"number" integer NOT NULL,
	"orders" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "trim_words" (
	"word" text COLLATE "C" PRIMARY KEY NOT NULL,
	"trims" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "trims" ADD COLUMN "words" "tsvector" GENERATED ALWAYS AS (case when removed_at is null then trim_search_vector(number, name, line, kind, material, finish, colour, colour_shade, size_text, size_mm, size_mm_height, certificates, description) end) STORED;--> statement-breakpoint
ALTER TABLE "trims" ADD COLUMN "facets" bigint GENERATED ALWAYS AS (case when removed_at is null then trim_facets_key(line, finish, colour, material, size_mm, size_text, certificates) end) STORED;--> statement-breakpoint
ALTER TABLE "trims" ADD COLUMN "stock_class" smallint GENERATED ALWAYS AS (stock_class(quantity)) STORED;--> statement-breakpoint
ALTER TABLE "trim_orders" ADD CONSTRAINT "trim_orders_trim_id_trims_id_fk" FOREIGN KEY ("trim_id") REFERENCES "public"."trims"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "trim_orders_most" ON "trim_orders" USING btree ("orders" DESC NULLS FIRST,"number");--> statement-breakpoint
CREATE INDEX "trims_newest" ON "trims" USING btree ("created_at" DESC NULLS FIRST,"number") WHERE "trims"."removed_at" is null;--> statement-breakpoint
CREATE INDEX "trims_price" ON "trims" USING btree ("price","number") WHERE "trims"."removed_at" is null;--> statement-breakpoint
CREATE INDEX "trims_stock_class" ON "trims" USING btree ("stock_class");--> statement-breakpoint
CREATE INDEX "trims_facets" ON "trims" USING btree ("facets");--> statement-breakpoint
CREATE INDEX "trims_words" ON "trims" USING gin ("words") WITH (fastupdate=false);--> statement-breakpoint
-- Rows are taken in one order, so that two statements never wait for each other.
CREATE FUNCTION add_trims_to_find() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "trim_words" AS kept ("word", "trims")
		SELECT word, count(*) FROM added, unnest(tsvector_to_array(added."words")) AS word
		WHERE word !~ '^(no)?[0-9]' GROUP BY 1 ORDER BY 1
		ON CONFLICT ("word") DO UPDATE SET "trims" = kept."trims" + excluded."trims";
	INSERT INTO "trim_facets" AS kept
		SELECT "facets", "line", "finish", "colour", "material", "size_mm", "size_text", "certificates", count(*)
		FROM added WHERE "facets" IS NOT NULL GROUP BY 1, 2, 3, 4, 5, 6, 7, 8 ORDER BY 1
		ON CONFLICT ("key") DO UPDATE SET "trims" = kept."trims" + excluded."trims";
	INSERT INTO "trim_orders" ("trim_id", "number", "orders") SELECT "id", "number", 0 FROM added;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION change_trim_to_find() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "trim_words" AS kept ("word", "trims")
		SELECT word, sum(change) FROM (
			SELECT unnest(tsvector_to_array(old."words")) AS word, -1 AS change
			UNION ALL SELECT unnest(tsvector_to_array(new."words")), 1
		) AS changes
		WHERE word !~ '^(no)?[0-9]' GROUP BY 1 HAVING sum(change) <> 0 ORDER BY 1
		ON CONFLICT ("word") DO UPDATE SET "trims" = kept."trims" + excluded."trims";
	DELETE FROM "trim_words" WHERE "word" = ANY (tsvector_to_array(old."words")) AND "trims" = 0;
	INSERT INTO "trim_facets" AS kept
		SELECT * FROM (VALUES
			(old."facets", old."line", old."finish", old."colour", old."material", old."size_mm", old."size_text",
				old."certificates", -1),
			(new."facets", new."line", new."finish", new."colour", new."material", new."size_mm", new."size_text",
				new."certificates", 1)
		) AS changes (key) WHERE key IS NOT NULL AND old."facets" IS DISTINCT FROM new."facets" ORDER BY key
		ON CONFLICT ("key") DO UPDATE SET "trims" = kept."trims" + excluded."trims";
	DELETE FROM "trim_facets" WHERE "key" = old."facets" AND "trims" = 0;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION count_orders_of_trims() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE "trim_orders" SET "orders" = "trim_orders"."orders" + placed.orders
		FROM (SELECT "trim_id", count(*) AS orders FROM added GROUP BY 1) AS placed
		WHERE "trim_orders"."trim_id" = placed."trim_id";
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER trims_find_insert AFTER INSERT ON "trims" REFERENCING NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION add_trims_to_find();
--> statement-breakpoint
-- An order changes the quantity alone, and passes by.
CREATE TRIGGER trims_find_update AFTER UPDATE ON "trims" FOR EACH ROW
	WHEN (old."words" IS DISTINCT FROM new."words" OR old."facets" IS DISTINCT FROM new."facets")
	EXECUTE FUNCTION change_trim_to_find();
--> statement-breakpoint
CREATE TRIGGER trims_find_delete AFTER DELETE ON "trims" FOR EACH ROW EXECUTE FUNCTION change_trim_to_find();
--> statement-breakpoint
CREATE TRIGGER orders_popularity AFTER INSERT ON "orders" REFERENCING NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION count_orders_of_trims();
--> statement-breakpoint
-- After the triggers, whose lock keeps new rows out until this is done.
INSERT INTO "trim_words" SELECT word, count(*) FROM "trims", unnest(tsvector_to_array("trims"."words")) AS word
	WHERE word !~ '^(no)?[0-9]' GROUP BY 1;
--> statement-breakpoint
INSERT INTO "trim_facets"
	SELECT "facets", "line", "finish", "colour", "material", "size_mm", "size_text", "certificates", count(*)
	FROM "trims" WHERE "facets" IS NOT NULL GROUP BY 1, 2, 3, 4, 5, 6, 7, 8;
--> statement-breakpoint
INSERT INTO "trim_orders" SELECT "id", "number", (SELECT count(*) FROM "orders" WHERE "trim_id" = "trims"."id") FROM "trims";

CREATE TABLE "trim_bits" (
	"word" text COLLATE "C" NOT NULL,
	"part" integer NOT NULL,
	"name" bit(4096) NOT NULL,
	"facts" bit(4096) NOT NULL,
	"anywhere" bit(4096) NOT NULL,
	CONSTRAINT "trim_bits_word_part_pk" PRIMARY KEY("word","part")
);
--> statement-breakpoint
-- The bit of a trim in its part; none if it is not set.
CREATE FUNCTION trim_bit(number integer, is_set boolean) RETURNS bit(4096) LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
	CASE WHEN is_set THEN set_bit(B'0'::bit(4096), number % 4096, 1) ELSE B'0'::bit(4096) END;
--> statement-breakpoint
-- What a trim of the catalogue is found by: the words of a search, but for its number, and its properties.
CREATE FUNCTION trim_signs(one trims) RETURNS TABLE (word text, in_name boolean, in_facts boolean)
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT lexeme, weights @> '{A}', weights && '{A,B}' FROM unnest((one)."words") WHERE lexeme !~ '^no[0-9]+$'
	UNION ALL
	SELECT DISTINCT sign, true, true
	FROM unnest(ARRAY['=', '=line ' || (one)."line", '=finish ' || (one)."finish", '=colour ' || (one)."colour",
			'=material ' || (one)."material", '=size ' || (one)."size_mm"]
		|| ARRAY(SELECT '=certificate ' || certificate FROM unnest((one)."certificates") AS certificate)) AS sign
	WHERE (one)."id" IS NOT NULL AND (one)."removed_at" IS NULL AND sign IS NOT NULL
$$;
--> statement-breakpoint
-- The numbers of the first bits behind `after`, one after the other: nobody needs them all.
CREATE FUNCTION trim_first(bits bit(4096), base integer, after integer, most integer) RETURNS SETOF integer
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE ROWS 20 AS $$
DECLARE
	at integer := greatest(after - base + 1, 0);
	step integer;
BEGIN
	FOR counted IN 1..most LOOP
		step := position(B'1' IN substring(bits::bit varying FROM at + 1));
		EXIT WHEN step = 0;
		at := at + step;
		RETURN NEXT base + at - 1;
	END LOOP;
END $$;
--> statement-breakpoint
CREATE AGGREGATE trim_bits_join(bit varying) (SFUNC = bitcat, STYPE = bit varying, INITCOND = '', PARALLEL = SAFE);
--> statement-breakpoint
-- Rows are taken in one order, so that two statements never wait for each other.
CREATE FUNCTION add_bits_of_trims() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "trim_bits" AS kept ("word", "part", "name", "facts", "anywhere")
		SELECT word, number / 4096, coalesce(bit_or(trim_bit(number, true)) FILTER (WHERE in_name), B'0'::bit(4096)),
			coalesce(bit_or(trim_bit(number, true)) FILTER (WHERE in_facts), B'0'::bit(4096)), bit_or(trim_bit(number, true))
		FROM added, trim_signs(added) GROUP BY 1, 2 ORDER BY 1, 2
		ON CONFLICT ("word", "part") DO UPDATE SET "name" = kept."name" | excluded."name",
			"facts" = kept."facts" | excluded."facts", "anywhere" = kept."anywhere" | excluded."anywhere";
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION change_bits_of_trim() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "trim_bits" AS kept ("word", "part", "name", "facts", "anywhere")
		SELECT word, old."number" / 4096, trim_bit(old."number", after.in_name), trim_bit(old."number", after.in_facts),
			trim_bit(old."number", after.word IS NOT NULL)
		FROM trim_signs(old) AS before FULL JOIN trim_signs(new) AS after USING (word)
		WHERE (before.in_name, before.in_facts) IS DISTINCT FROM (after.in_name, after.in_facts) ORDER BY 1
		ON CONFLICT ("word", "part") DO UPDATE SET
			"name" = kept."name" & ~trim_bit(old."number", true) | excluded."name",
			"facts" = kept."facts" & ~trim_bit(old."number", true) | excluded."facts",
			"anywhere" = kept."anywhere" & ~trim_bit(old."number", true) | excluded."anywhere";
	DELETE FROM "trim_bits" WHERE "part" = old."number" / 4096 AND "anywhere" = B'0'::bit(4096)
		AND "word" IN (SELECT word FROM trim_signs(old) EXCEPT SELECT word FROM trim_signs(new));
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER trims_bits_insert AFTER INSERT ON "trims" REFERENCING NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION add_bits_of_trims();
--> statement-breakpoint
-- An order changes the quantity alone, and passes by.
CREATE TRIGGER trims_bits_update AFTER UPDATE ON "trims" FOR EACH ROW
	WHEN (old."words" IS DISTINCT FROM new."words" OR old."facets" IS DISTINCT FROM new."facets")
	EXECUTE FUNCTION change_bits_of_trim();
--> statement-breakpoint
CREATE TRIGGER trims_bits_delete AFTER DELETE ON "trims" FOR EACH ROW EXECUTE FUNCTION change_bits_of_trim();
--> statement-breakpoint
-- After the triggers, whose lock keeps new rows out until this is done.
INSERT INTO "trim_bits"
	SELECT word, number / 4096, coalesce(bit_or(trim_bit(number, true)) FILTER (WHERE in_name), B'0'::bit(4096)),
		coalesce(bit_or(trim_bit(number, true)) FILTER (WHERE in_facts), B'0'::bit(4096)), bit_or(trim_bit(number, true))
	FROM "trims", trim_signs("trims") GROUP BY 1, 2;

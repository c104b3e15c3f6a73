-- As before (0043), and each word with letters beyond ASCII also without its accents: "Łódź" is found by "lodz", too. The
-- letters that Unicode does not take apart are replaced by those that people type instead.
CREATE OR REPLACE FUNCTION search_vector(content text) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
	low text := lower(coalesce(content, ''));
	words text[] := array_remove(regexp_split_to_array(low, '[\x01-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]+'), '');
	token text;
BEGIN
	IF strpos(low, '@') > 0 THEN
		FOREACH token IN ARRAY regexp_split_to_array(low, '\s+') LOOP
			IF strpos(token, '@') > 0 THEN
				words := words || ARRAY[token, substr(token, strpos(token, '@'))];
			END IF;
		END LOOP;
	END IF;
	IF octet_length(low) > char_length(low) THEN
		low := replace(replace(replace(replace(low, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
		low := regexp_replace(normalize(translate(low, 'łøđðıħŧ', 'loddiht'), NFD), '[\u0300-\u036f]', '', 'g');
		words := words || array_remove(regexp_split_to_array(low, '[\x01-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]+'), '');
	END IF;
	RETURN array_to_tsvector(words);
END $$;
--> statement-breakpoint
-- Writes the words of older rows again. One row, or a few orders, at a time: nobody waits for it.
CREATE PROCEDURE write_words_again() LANGUAGE plpgsql AS $$
DECLARE
	kept record;
	below integer := (SELECT max("number") FROM "orders") + 1;
	least integer;
BEGIN
	FOR kept IN SELECT "email", "name" FROM "order_buyers" WHERE "words" <> search_vector("email" || ' ' || "name") LOOP
		UPDATE "order_buyers" SET "name" = "name" WHERE "email" = kept."email" AND "name" = kept."name";
		COMMIT;
	END LOOP;
	FOR kept IN SELECT "name" FROM "order_items" WHERE "words" <> search_vector("name") LOOP
		UPDATE "order_items" SET "name" = "name" WHERE "name" = kept."name";
		COMMIT;
	END LOOP;
	FOR kept IN SELECT "id" FROM "buyers" WHERE "words" <> search_vector("email" || ' ' || "name") LOOP
		UPDATE "buyers" SET "name" = "name" WHERE "id" = kept."id";
		COMMIT;
	END LOOP;
	FOR kept IN SELECT "id" FROM "order_sheets"
		WHERE "words" <> search_vector("email" || ' ' || "name" || ' ' || coalesce("company", ''))
	LOOP
		UPDATE "order_sheets" SET "name" = "name" WHERE "id" = kept."id";
		COMMIT;
	END LOOP;
	LOOP
		SELECT min("number") INTO least FROM (
			SELECT "number" FROM "orders" WHERE "number" < below ORDER BY "number" DESC LIMIT 500
		) AS batch;
		EXIT WHEN least IS NULL;
		PERFORM FROM "orders" WHERE "number" >= least AND "number" < below
			AND "words" <> search_vector("email" || ' ' || "name" || ' ' || "product_name") ORDER BY "number" FOR NO KEY UPDATE;
		UPDATE "orders" SET "name" = "name" WHERE "number" >= least AND "number" < below
			AND "words" <> search_vector("email" || ' ' || "name" || ' ' || "product_name");
		below := least;
		COMMIT;
	END LOOP;
END $$;

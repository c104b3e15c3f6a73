-- Names of trims as they are stored from now on (`cleanLine` in app/contract/text.ts): without what cannot be seen, with
-- single spaces and plain hyphens. If two are the same then, one gets its article number; the audit log names each.
DO $$
DECLARE
	kept record;
	cleaned text;
BEGIN
	FOR kept IN SELECT "id", "number", "name" FROM "trims" WHERE "removed_at" IS NULL
		AND "name" ~ '[\u00a0\u00ad\u0300-\u036f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2000-\u2011\u2028-\u202f\u205f-\u206f\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0]|  |^ | $'
		ORDER BY "number"
	LOOP
		cleaned := regexp_replace(kept."name",
			'[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0]', '', 'g');
		cleaned := regexp_replace(cleaned, '(?<![\u0590-\ufdff\U00010000-\U0010ffff])[\u200c\u200d\ufe00-\ufe0f]', '', 'g');
		cleaned := translate(normalize(cleaned, NFC), '‐‑', '--');
		cleaned := trim(regexp_replace(cleaned, '[\u0020\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+', ' ', 'g'));
		CONTINUE WHEN cleaned = kept."name" OR cleaned = '';
		IF EXISTS (SELECT FROM "trims" WHERE lower("name") = lower(cleaned) AND "removed_at" IS NULL AND "id" <> kept."id") THEN
			cleaned := cleaned || ', No. ' || lpad(kept."number"::text, greatest(3, length(kept."number"::text)), '0');
		END IF;
		UPDATE "trims" SET "name" = cleaned, "alt" = CASE WHEN "alt" = kept."name" THEN cleaned ELSE "alt" END
			WHERE "id" = kept."id";
		INSERT INTO "audit" ("id", "email", "name", "act", "object", "object_id", "before", "after")
			VALUES ((lpad(to_hex(floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint), 12, '0') || '7'
				|| substr(md5(random()::text), 1, 3) || '8' || substr(md5(random()::text), 1, 15))::uuid,
				'migration', 'migration', 'change-trim', cleaned, kept."id"::text,
				jsonb_build_object('name', kept."name"), jsonb_build_object('name', cleaned));
	END LOOP;
END $$;
--> statement-breakpoint
-- As before (0051), and each word with an apostrophe also without it: O'Neill is found by "oneill", too. Words with letters beyond
-- ASCII are also kept as `foldText` in app/contract/text.ts writes them, which is how they are asked for: with plain
-- apostrophes, hyphens and spaces, and without what cannot be seen.
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
		low := regexp_replace(translate(low, '‘’‛ʼʹ′´＇‐‑‒–—―−⁃﹘﹣－', '''''''''''''''''-----------'),
			'[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0]', '', 'g');
		low := lower(normalize(low, NFKC));
		words := words || array_remove(regexp_split_to_array(low || ' ' || replace(low, '''', ''), '[\x01-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]+'), '');
		low := replace(replace(replace(replace(low, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
		low := regexp_replace(normalize(translate(low, 'łøđðıħŧ', 'loddiht'), NFD), '[\u0300-\u036f]', '', 'g');
		words := words || array_remove(regexp_split_to_array(low || ' ' || replace(low, '''', ''), '[\x01-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]+'), '');
	ELSIF strpos(low, '''') > 0 THEN
		words := words || array_remove(regexp_split_to_array(replace(low, '''', ''), '[\x01-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]+'), '');
	END IF;
	RETURN array_to_tsvector(words);
END $$;

-- What a trim is found by. A text becomes words in one way, when it is stored and when it is typed: small letters without accents, marks and digits as a
-- plain keyboard has them, no apostrophes within a word (O'Neill is oneill), wide letters and ligatures as plain ones.
CREATE OR REPLACE FUNCTION fold_trim_text(content text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
	regexp_replace(replace(replace(replace(translate(lower(regexp_replace(normalize(
		regexp_replace(translate(content, '™®©°·″', '      '), '([0-9])([¼-¾⅐-⅞])', '\1 \2', 'g'),
		NFKD), '[\u0300-\u036f\u00ad\u200b-\u200d\u2060\ufeff]', '', 'g')),
		'łøđðıħŧ×⁄’‘‛ʼʹ′´`“”„‟«»‐‑‒–—―−٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९',
		'loddihtx/''''''''''''''''""""""-------012345678901234567890123456789'),
		'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'),
		'([^\x01-\x40\x5b-\x60\x7b-\x7f])''(?=[^\x01-\x40\x5b-\x60\x7b-\x7f])', '\1', 'g');

-- Without plural -s, and with -ise for -ize. Letters beyond ASCII count as letters, so that text and search are cut
-- alike under every locale.
CREATE OR REPLACE FUNCTION trim_pieces(content text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN ARRAY(
	SELECT CASE
		WHEN piece ~ '^[0-9]' THEN trim_scale(piece::numeric)::text
		WHEN piece ~ '..ies$' THEN regexp_replace(piece, 'ies$', 'y')
		WHEN piece ~ '(ss|x|ch|sh)es$' THEN regexp_replace(piece, 'es$', '')
		WHEN piece ~ '..[^su]s$' THEN regexp_replace(piece, 's$', '')
		ELSE regexp_replace(piece, '(....)iz(e|ed|er|ing|ation)$', '\1is\2')
	END
	FROM regexp_matches(
		regexp_replace(regexp_replace(regexp_replace(fold_trim_text(content),
			'([0-9]),([0-9]{3})(?![0-9])', '\1\2', 'g'),
			'([0-9]),([0-9])', '\1.\2', 'g'),
			'([0-9.]+) ?x ?([0-9.]+) ?(mm|cm)\M', '\1 \3 \2 \3', 'g'),
		'[0-9]+(?:\.[0-9]+)?|[^\x01-\x40\x5b-\x60\x7b-\x7f]+', 'g') WITH ORDINALITY AS found (parts, at),
		unnest(parts) AS piece
	ORDER BY at);

-- A number and its unit are one word, lengths in millimetres: "60 cm" is 600mm, "27L" 27l.
CREATE OR REPLACE FUNCTION trim_tokens(content text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN ARRAY(
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

-- Words of a text under a weight; a number is found without its unit too. A lexeme holds 2,046 bytes, so that of a
-- language without spaces is cut.
CREATE OR REPLACE FUNCTION trim_weighted(content text, weight text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN (
	SELECT coalesce(string_agg(DISTINCT '''' || replace(replace(word, '\', '\\'), '''', '''''') || ''':1' || weight, ' '), '')::tsvector
	FROM (
		SELECT left(unnest(trim_tokens(content)), 200) AS word
		UNION SELECT left(piece, 200) FROM unnest(trim_pieces(content)) AS piece WHERE piece ~ '^[0-9]'
	) AS words);

CREATE OR REPLACE FUNCTION trim_search_vector(number integer, name text, line text, kind text, material text, finish text,
	colour text, shade text, size text, size_mm numeric, size_mm_height numeric, certificates text[], description text
) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
	trim_weighted(name, 'A') || ('no' || number || ':1A')::tsvector
	|| trim_weighted(concat_ws(' ', line, kind, material, finish, colour, shade, size, size_mm || ' mm',
		size_mm_height || ' mm', array_to_string(certificates, ' ')), 'B')
	|| trim_weighted(description, 'C');

-- Words are taken in one order, so that two changes never wait for each other.
CREATE OR REPLACE FUNCTION add_trim_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "trim_words" AS counted ("word", "trims")
		SELECT word, count(*) FROM added, unnest(tsvector_to_array(added."words")) AS word
		WHERE word !~ '^(no)?[0-9]' GROUP BY 1 ORDER BY 1
		ON CONFLICT ("word") DO UPDATE SET "trims" = counted."trims" + excluded."trims";
	RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION change_trim_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "trim_words" AS counted ("word", "trims")
		SELECT word, sum(change) FROM (
			SELECT unnest(tsvector_to_array(old."words")) AS word, -1 AS change
			UNION ALL SELECT unnest(tsvector_to_array(new."words")), 1
		) AS changes
		WHERE word !~ '^(no)?[0-9]' GROUP BY 1 HAVING sum(change) <> 0 ORDER BY 1
		ON CONFLICT ("word") DO UPDATE SET "trims" = counted."trims" + excluded."trims";
	DELETE FROM "trim_words" WHERE "word" = ANY (tsvector_to_array(old."words")) AND "trims" = 0;
	RETURN NULL;
END $$;

-- Words like what was typed, by pg_trgm; nothing where PostgreSQL does not have it.
CREATE OR REPLACE FUNCTION similar_trim_words(typed text, most integer) RETURNS SETOF text LANGUAGE plpgsql STABLE AS $$
BEGIN
	IF EXISTS (SELECT FROM pg_extension WHERE extname = 'pg_trgm') THEN
		RETURN QUERY EXECUTE 'SELECT word FROM trim_words ORDER BY word <-> $1 LIMIT $2' USING typed, most;
	END IF;
END $$;

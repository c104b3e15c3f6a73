-- What is typed and what is stored are folded here, and only here: small letters without accents, marks and digits as a
-- plain keyboard has them, no apostrophes within a word (O'Neill is oneill), wide letters and ligatures as plain ones.
CREATE FUNCTION fold_trim_text(content text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
	regexp_replace(replace(replace(replace(translate(lower(regexp_replace(normalize(
		regexp_replace(translate(content, '™®©°·″', '      '), '([0-9])([¼-¾⅐-⅞])', '\1 \2', 'g'),
		NFKD), '[\u0300-\u036f\u00ad\u200b-\u200d\u2060\ufeff]', '', 'g')),
		'łøđðıħŧ×⁄’‘‛ʼʹ′´`“”„‟«»‐‑‒–—―−٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९',
		'loddihtx/''''''''''''''''""""""-------012345678901234567890123456789'),
		'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'),
		'([^\x01-\x40\x5b-\x60\x7b-\x7f])''(?=[^\x01-\x40\x5b-\x60\x7b-\x7f])', '\1', 'g');
--> statement-breakpoint
-- As before (0014), of the folded text.
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

-- Search by words, with nothing but what every PostgreSQL brings: a managed server may have no extension.
-- A word is what stands between ASCII spaces and signs, so that data and query are cut alike under every locale.
CREATE FUNCTION search_words(content text) RETURNS text[]
	LANGUAGE sql IMMUTABLE PARALLEL SAFE
	RETURN array_remove(regexp_split_to_array(lower(content), '[\x01-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]+'), '');
--> statement-breakpoint
-- E-mail addresses are words as a whole too, from their beginning and from the @ on: their parts are in too many rows.
CREATE FUNCTION search_vector(content text) RETURNS tsvector
	LANGUAGE sql IMMUTABLE PARALLEL SAFE
	RETURN array_to_tsvector(search_words(content) || ARRAY(
		SELECT unnest(ARRAY[token, substring(token FROM '@.*')])
		FROM regexp_split_to_table(lower(content), '\s+') AS token WHERE token LIKE '%@%'));
--> statement-breakpoint
-- Each word of the query begins a word of the row. Null, which matches no row, when there is no word in it.
CREATE FUNCTION search_query(content text) RETURNS tsquery
	LANGUAGE sql IMMUTABLE PARALLEL SAFE
	RETURN (
		SELECT string_agg('''' || replace(replace(word, '\', '\\'), '''', '''''') || ''':*', ' & ')::tsquery
		FROM regexp_split_to_table(lower(content), '\s+') AS token,
			unnest(CASE WHEN token ~ '@.' THEN ARRAY[token] ELSE search_words(token) END) AS word);

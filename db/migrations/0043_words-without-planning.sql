-- The same words as before (0002), without a query in it: a function in SQL is begun anew by each statement that writes
-- words, and its query by each row. It names nothing outside PostgreSQL, because indexes are built under no search path.
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
	RETURN array_to_tsvector(words);
END $$;

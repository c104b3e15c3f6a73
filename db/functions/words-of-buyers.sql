-- Words of buyers' names, companies and places like what was typed, by pg_trgm; nothing where PostgreSQL does not have it.
CREATE OR REPLACE FUNCTION similar_buyer_words(typed text, most integer) RETURNS SETOF text LANGUAGE plpgsql STABLE AS $$
BEGIN
	IF EXISTS (SELECT FROM pg_extension WHERE extname = 'pg_trgm') THEN
		RETURN QUERY EXECUTE 'SELECT word FROM buyer_words ORDER BY word <-> $1 LIMIT $2' USING typed, most;
	END IF;
END $$;

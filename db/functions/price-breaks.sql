-- Whoever changes the breaks of a trim and whoever changes the trim or takes from its stock wait for each other.
CREATE OR REPLACE FUNCTION lock_trim_of_break() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM FROM "trims" WHERE "id" = coalesce(NEW."trim_id", OLD."trim_id") FOR NO KEY UPDATE;
	RETURN coalesce(NEW, OLD);
END $$;

-- At most five, each above the one before it and cheaper; the trim's own minimum and price come before the first.
CREATE OR REPLACE FUNCTION check_changed_price_breaks() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	checked uuid;
BEGIN
	IF TG_TABLE_NAME = 'trims' THEN checked := NEW."id"; ELSE checked := NEW."trim_id"; END IF;
	IF (SELECT count(*) FROM "price_breaks" WHERE "trim_id" = checked) > 5 THEN
		RAISE EXCEPTION 'trim % has more than five price breaks', checked
			USING ERRCODE = 'check_violation', CONSTRAINT = 'price_breaks_at_most_five';
	END IF;
	IF EXISTS (
		SELECT FROM (
			SELECT b."from", b."price", t."moq", coalesce(lag(b."price") OVER (ORDER BY b."from"), t."price") AS before
			FROM "price_breaks" b JOIN "trims" t ON t."id" = b."trim_id" WHERE b."trim_id" = checked
		) AS steps WHERE "from" <= "moq" OR "price" >= before
	) THEN
		RAISE EXCEPTION 'the price breaks of trim % do not fall from its minimum on', checked
			USING ERRCODE = 'check_violation', CONSTRAINT = 'price_breaks_fall';
	END IF;
	RETURN NULL;
END $$;

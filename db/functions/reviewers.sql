
-- Whichever way an account goes, the reviews it wrote keep their words and nothing of the person.
CREATE OR REPLACE FUNCTION forget_reviewer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.name := 'A former buyer';
	NEW.email := '';
	NEW.img := NULL;
	RETURN NEW;
END $$;

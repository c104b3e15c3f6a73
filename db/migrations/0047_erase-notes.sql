-- The events still only grow, but the words of a note may be erased, for good and without touching anything else.
CREATE FUNCTION erase_note_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF OLD."note" IS NULL OR NEW."note" IS DISTINCT FROM 'Erased' OR to_jsonb(NEW) - 'note' <> to_jsonb(OLD) - 'note' THEN
		RAISE EXCEPTION 'rows of % are never changed or deleted', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
	END IF;
	RETURN NEW;
END $$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER order_events_only_grow BEFORE DELETE OR TRUNCATE ON "order_events"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER order_events_erase_note_only BEFORE UPDATE ON "order_events"
	FOR EACH ROW EXECUTE FUNCTION erase_note_only();

-- For tables that only grow: the audit log, events of orders, invoices, imports.
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'rows of % are never changed or deleted', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;

-- Of an event, only the words of its note may be erased, for good.
CREATE OR REPLACE FUNCTION erase_note_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF OLD."note" IS NULL OR NEW."note" IS DISTINCT FROM 'Erased' OR to_jsonb(NEW) - 'note' <> to_jsonb(OLD) - 'note' THEN
		RAISE EXCEPTION 'rows of % are never changed or deleted', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
	END IF;
	RETURN NEW;
END $$;

-- No number of an invoice or credit note is given twice: the last one of a year only rises, one by one.
CREATE OR REPLACE FUNCTION count_invoices_upwards() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'UPDATE' AND NEW."year" = OLD."year" AND NEW."last" = OLD."last" + 1 THEN RETURN NEW; END IF;
	IF TG_OP = 'INSERT' AND NEW."last" = 1 THEN RETURN NEW; END IF;
	RAISE EXCEPTION 'the numbers of invoices only rise, one by one';
END $$;

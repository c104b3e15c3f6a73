CREATE TABLE "price_breaks" (
	"trim_id" uuid NOT NULL,
	"from" integer NOT NULL,
	"price" numeric(12, 4) NOT NULL,
	CONSTRAINT "price_breaks_trim_id_from_pk" PRIMARY KEY("trim_id","from"),
	CONSTRAINT "price_breaks_price_not_negative" CHECK ("price_breaks"."price" >= 0)
);
--> statement-breakpoint
ALTER TABLE "trims" ADD COLUMN "low_stock_at" integer;--> statement-breakpoint
ALTER TABLE "price_breaks" ADD CONSTRAINT "price_breaks_trim_id_trims_id_fk" FOREIGN KEY ("trim_id") REFERENCES "public"."trims"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trims" ADD CONSTRAINT "trims_low_stock_not_negative" CHECK ("trims"."low_stock_at" >= 0);--> statement-breakpoint
-- Whoever changes the breaks of a trim waits for those who change the trim or take from its stock, and they for him.
CREATE FUNCTION lock_trim_of_break() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM FROM "trims" WHERE "id" = coalesce(NEW."trim_id", OLD."trim_id") FOR NO KEY UPDATE;
	RETURN coalesce(NEW, OLD);
END $$;
--> statement-breakpoint
CREATE TRIGGER price_breaks_lock_trim BEFORE INSERT OR UPDATE OR DELETE ON "price_breaks"
	FOR EACH ROW EXECUTE FUNCTION lock_trim_of_break();
--> statement-breakpoint
-- At most five, each above the one before it and cheaper; the trim's own minimum and price come before the first.
CREATE FUNCTION check_price_breaks(checked uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
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
END $$;
--> statement-breakpoint
CREATE FUNCTION check_changed_price_breaks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_TABLE_NAME = 'trims' THEN
		PERFORM check_price_breaks(NEW."id");
	ELSE
		PERFORM check_price_breaks(NEW."trim_id");
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
-- At the end of the transaction, so that a trim and its breaks may change in any order. A break taken away never breaks
-- the rule.
CREATE CONSTRAINT TRIGGER price_breaks_fall AFTER INSERT OR UPDATE ON "price_breaks"
	DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_changed_price_breaks();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER trims_price_breaks_fall AFTER UPDATE OF "price", "moq" ON "trims"
	DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_changed_price_breaks();
--> statement-breakpoint
-- What one of so many pieces costs by the breaks; null where none is reached. Volatile, so that it sees the breaks of the
-- moment at which it is called: an UPDATE of a trim that waited for the row calls it while it holds the row. A subquery in
-- that UPDATE would still see the breaks of before the wait.
CREATE FUNCTION price_break_reached(trim_id uuid, pieces integer) RETURNS numeric VOLATILE LANGUAGE plpgsql AS $$
BEGIN
	RETURN (SELECT b."price" FROM "price_breaks" b
		WHERE b."trim_id" = price_break_reached.trim_id AND b."from" <= price_break_reached.pieces
		ORDER BY b."from" DESC LIMIT 1);
END $$;

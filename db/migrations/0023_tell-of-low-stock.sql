CREATE TABLE "low_stock_told" (
	"trim_id" uuid PRIMARY KEY NOT NULL,
	"told_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "daily_chores" (
	"name" text PRIMARY KEY NOT NULL,
	"done_on" date NOT NULL
);
--> statement-breakpoint
ALTER TABLE "low_stock_told" ADD CONSTRAINT "low_stock_told_trim_id_trims_id_fk" FOREIGN KEY ("trim_id") REFERENCES "public"."trims"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE FUNCTION forget_low_stock() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM "low_stock_told" WHERE "trim_id" = NEW."id";
	RETURN NULL;
END $$;
--> statement-breakpoint
-- Once its stock has been mended, admins are told when it falls again.
CREATE TRIGGER trims_forget_low_stock AFTER UPDATE ON "trims"
	FOR EACH ROW WHEN (OLD."is_low" AND NOT NEW."is_low") EXECUTE FUNCTION forget_low_stock();

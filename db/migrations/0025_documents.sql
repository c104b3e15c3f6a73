CREATE TABLE "invoice_counters" (
	"year" integer PRIMARY KEY NOT NULL,
	"last" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invoiced_orders" (
	"order_id" uuid PRIMARY KEY NOT NULL,
	"invoice_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"year" integer NOT NULL,
	"serial" integer NOT NULL,
	"number" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"issued_on" date NOT NULL,
	"due_on" date NOT NULL,
	"sheet_id" uuid,
	"content" text NOT NULL,
	"sha256" text NOT NULL,
	CONSTRAINT "invoices_number_unique" UNIQUE("number"),
	CONSTRAINT "invoices_serial" UNIQUE("year","serial"),
	CONSTRAINT "invoices_serial_positive" CHECK ("invoices"."serial" > 0),
	CONSTRAINT "invoices_hash" CHECK ("invoices"."sha256" = encode(sha256(convert_to("invoices"."content", 'UTF8')), 'hex'))
);
--> statement-breakpoint
CREATE TABLE "printed_invoices" (
	"invoice_id" uuid NOT NULL,
	"paper" text NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "printed_invoices_invoice_id_paper_pk" PRIMARY KEY("invoice_id","paper"),
	CONSTRAINT "printed_invoices_paper" CHECK ("printed_invoices"."paper" in ('A4', 'Letter'))
);
--> statement-breakpoint
ALTER TABLE "invoiced_orders" ADD CONSTRAINT "invoiced_orders_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "printed_invoices" ADD CONSTRAINT "printed_invoices_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "invoiced_orders_invoice" ON "invoiced_orders" USING btree ("invoice_id");--> statement-breakpoint
CREATE INDEX "invoices_sheet" ON "invoices" USING btree ("sheet_id","id") WHERE "invoices"."sheet_id" is not null;
--> statement-breakpoint
-- What was issued stays as it is.
CREATE TRIGGER invoices_only_grow BEFORE UPDATE OR DELETE OR TRUNCATE ON "invoices"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER invoiced_orders_only_grow BEFORE UPDATE OR DELETE OR TRUNCATE ON "invoiced_orders"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER printed_invoices_only_grow BEFORE UPDATE OR DELETE OR TRUNCATE ON "printed_invoices"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- No number is given twice: the last one of a year only rises, one by one.
CREATE FUNCTION count_invoices_upwards() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'UPDATE' AND NEW."year" = OLD."year" AND NEW."last" = OLD."last" + 1 THEN RETURN NEW; END IF;
	IF TG_OP = 'INSERT' AND NEW."last" = 1 THEN RETURN NEW; END IF;
	RAISE EXCEPTION 'the numbers of invoices only rise, one by one';
END $$;
--> statement-breakpoint
CREATE TRIGGER invoice_counters_rise BEFORE INSERT OR UPDATE OR DELETE ON "invoice_counters"
	FOR EACH ROW EXECUTE FUNCTION count_invoices_upwards();
--> statement-breakpoint
CREATE TRIGGER invoice_counters_stay BEFORE TRUNCATE ON "invoice_counters"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

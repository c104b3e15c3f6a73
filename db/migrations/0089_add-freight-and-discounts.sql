CREATE TABLE "invoiced_charges" (
	"charge_id" uuid NOT NULL,
	"invoice_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"reason" text NOT NULL,
	"amount" numeric(24, 2) NOT NULL,
	CONSTRAINT "invoiced_charges_charge_id_invoice_id_order_id_pk" PRIMARY KEY("charge_id","invoice_id","order_id"),
	CONSTRAINT "invoiced_charges_kind" CHECK ("invoiced_charges"."kind" in ('freight', 'discount'))
);
--> statement-breakpoint
CREATE TABLE "charges" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"order_id" uuid,
	"sheet_id" uuid,
	"kind" text NOT NULL,
	"amount" numeric(24, 2) NOT NULL,
	"reason" text NOT NULL,
	"actor_id" uuid NOT NULL,
	CONSTRAINT "charges_about_one" CHECK (num_nonnulls("charges"."order_id", "charges"."sheet_id") = 1),
	CONSTRAINT "charges_kind" CHECK ("charges"."kind" in ('freight', 'discount')),
	CONSTRAINT "charges_something" CHECK ("charges"."amount" > 0)
);
--> statement-breakpoint
ALTER TABLE "invoiced_orders" ADD COLUMN "freight" numeric(24, 2) DEFAULT '0' NOT NULL;--> statement-breakpoint
ALTER TABLE "pending_move_mails" ADD COLUMN "invoice_amount" numeric(24, 2);--> statement-breakpoint
ALTER TABLE "invoiced_charges" ADD CONSTRAINT "invoiced_charges_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "invoiced_charges_order" ON "invoiced_charges" USING btree ("order_id","invoice_id");--> statement-breakpoint
CREATE INDEX "charges_order" ON "charges" USING btree ("order_id","id") WHERE "charges"."order_id" is not null;--> statement-breakpoint
CREATE INDEX "charges_sheet" ON "charges" USING btree ("sheet_id","id") WHERE "charges"."sheet_id" is not null;--> statement-breakpoint
CREATE TRIGGER invoiced_charges_only_grow BEFORE UPDATE OR DELETE OR TRUNCATE ON "invoiced_charges"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

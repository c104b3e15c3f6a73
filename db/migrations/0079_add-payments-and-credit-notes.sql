CREATE TABLE "credit_note_counters" (
	"year" integer PRIMARY KEY NOT NULL,
	"last" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "credit_notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"year" integer NOT NULL,
	"serial" integer NOT NULL,
	"number" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"issued_on" date NOT NULL,
	"invoice_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"pieces" integer NOT NULL,
	"amount" numeric(24, 2) NOT NULL,
	"reason" text NOT NULL,
	"actor_id" uuid,
	"content" text NOT NULL,
	"sha256" text NOT NULL,
	CONSTRAINT "credit_notes_number_unique" UNIQUE("number"),
	CONSTRAINT "credit_notes_serial" UNIQUE("year","serial"),
	CONSTRAINT "credit_notes_serial_positive" CHECK ("credit_notes"."serial" > 0),
	CONSTRAINT "credit_notes_something" CHECK ("credit_notes"."amount" > 0 and "credit_notes"."pieces" >= 0),
	CONSTRAINT "credit_notes_hash" CHECK ("credit_notes"."sha256" = encode(sha256(convert_to("credit_notes"."content", 'UTF8')), 'hex'))
);
--> statement-breakpoint
CREATE TABLE "printed_credit_notes" (
	"credit_note_id" uuid NOT NULL,
	"paper" text NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "printed_credit_notes_credit_note_id_paper_pk" PRIMARY KEY("credit_note_id","paper"),
	CONSTRAINT "printed_credit_notes_paper" CHECK ("printed_credit_notes"."paper" in ('A4', 'Letter'))
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "payments_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"booking" uuid NOT NULL,
	"company_id" uuid,
	"user_id" uuid,
	"invoice_id" uuid,
	"order_id" uuid,
	"kind" text NOT NULL,
	"amount" numeric(24, 2) NOT NULL,
	"day" date NOT NULL,
	"reference" text,
	"reason" text,
	"reverses" uuid,
	"actor_id" uuid,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payments_seq_unique" UNIQUE("seq"),
	CONSTRAINT "payments_reverses_unique" UNIQUE("reverses"),
	CONSTRAINT "payments_kind" CHECK ("payments"."kind" in ('payment', 'refund', 'write-off', 'reversal')),
	CONSTRAINT "payments_sign" CHECK (case "payments"."kind" when 'refund' then "payments"."amount" < 0 when 'reversal' then "payments"."amount" <> 0 else "payments"."amount" > 0 end),
	CONSTRAINT "payments_reverses" CHECK (("payments"."kind" = 'reversal') = ("payments"."reverses" is not null))
);
--> statement-breakpoint
ALTER TABLE "invoiced_orders" DROP CONSTRAINT "invoiced_orders_pkey";--> statement-breakpoint
ALTER TABLE "invoiced_orders" ADD CONSTRAINT "invoiced_orders_order_id_invoice_id_pk" PRIMARY KEY("order_id","invoice_id");--> statement-breakpoint
ALTER TABLE "invoiced_orders" ADD COLUMN "pieces" integer;--> statement-breakpoint
ALTER TABLE "invoiced_orders" ADD COLUMN "amount" numeric(24, 2);--> statement-breakpoint
ALTER TABLE "invoiced_orders" DISABLE TRIGGER invoiced_orders_only_grow;--> statement-breakpoint
-- What each invoice bills of each order: its net total in cents, and its share of the tax.
UPDATE "invoiced_orders" AS billed SET "pieces" = line.pieces, "amount" = line.net + line.share
FROM (
	SELECT order_id, invoice_id, pieces, net,
		CASE WHEN whole = 0 THEN 0 ELSE trunc(tax * before / whole, 2) - trunc(tax * (before - net) / whole, 2) END AS share
	FROM (
		SELECT one.order_id, one.invoice_id, (line ->> 'pieces')::integer AS pieces, round((line ->> 'total')::numeric, 2) AS net,
			coalesce((invoice.content::json #>> '{tax,amount}')::numeric, 0) AS tax,
			sum(round((line ->> 'total')::numeric, 2)) OVER (PARTITION BY one.invoice_id ORDER BY placed.number) AS before,
			sum(round((line ->> 'total')::numeric, 2)) OVER (PARTITION BY one.invoice_id) AS whole
		FROM "invoiced_orders" AS one
		JOIN "invoices" AS invoice ON invoice.id = one.invoice_id
		JOIN "orders" AS placed ON placed.id = one.order_id
		JOIN LATERAL json_array_elements(invoice.content::json -> 'lines') AS line ON (line ->> 'order')::integer = placed.number
	) AS summed
) AS line
WHERE line.order_id = billed.order_id AND line.invoice_id = billed.invoice_id;
--> statement-breakpoint
-- Nothing deletes an order; should one be gone, nothing of it is owed.
UPDATE "invoiced_orders" SET "pieces" = 0, "amount" = 0 WHERE "pieces" IS NULL;--> statement-breakpoint
ALTER TABLE "invoiced_orders" ENABLE TRIGGER invoiced_orders_only_grow;--> statement-breakpoint
ALTER TABLE "invoiced_orders" ALTER COLUMN "pieces" SET NOT NULL, ALTER COLUMN "amount" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "credit_notes" ADD CONSTRAINT "credit_notes_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "printed_credit_notes" ADD CONSTRAINT "printed_credit_notes_credit_note_id_credit_notes_id_fk" FOREIGN KEY ("credit_note_id") REFERENCES "public"."credit_notes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "credit_notes_order" ON "credit_notes" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "credit_notes_invoice" ON "credit_notes" USING btree ("invoice_id");--> statement-breakpoint
CREATE INDEX "payments_order" ON "payments" USING btree ("order_id") WHERE "payments"."order_id" is not null;--> statement-breakpoint
CREATE INDEX "payments_invoice" ON "payments" USING btree ("invoice_id") WHERE "payments"."invoice_id" is not null;--> statement-breakpoint
CREATE INDEX "payments_booking" ON "payments" USING btree ("booking");
--> statement-breakpoint
-- What was paid and refunded so far, dated by its event, or else by the order.
INSERT INTO "payments" ("id", "booking", "company_id", "user_id", "invoice_id", "order_id", "kind", "amount", "day", "reason", "created_at")
SELECT gen_random_uuid(), booking, company_id, user_id, invoice_id, order_id, kind, amount, (at AT TIME ZONE 'UTC')::date, reason, at
FROM (
	SELECT gen_random_uuid() AS booking, placed.company_id, placed.user_id, billed.invoice_id, placed.id AS order_id, placed.payment,
		coalesce(billed.amount, round(placed.total, 2)) AS sum,
		coalesce(paid.at, placed.created_at) AS paid_at, coalesce(refunded.at, paid.at, placed.created_at) AS refunded_at
	FROM "orders" AS placed
	LEFT JOIN "invoiced_orders" AS billed ON billed.order_id = placed.id
	LEFT JOIN LATERAL (
		SELECT max(created_at) AS at FROM "order_events" WHERE order_id = placed.id AND kind = 'move' AND to_state = 'paid'
	) AS paid ON true
	LEFT JOIN LATERAL (
		SELECT max(created_at) AS at FROM "order_events" WHERE order_id = placed.id AND kind = 'move' AND to_state = 'refunded'
	) AS refunded ON true
	WHERE placed.payment IN ('paid', 'refunded')
) AS settled
CROSS JOIN LATERAL (
	VALUES ('payment', sum, paid_at, NULL::text),
		('refund', CASE WHEN payment = 'refunded' THEN -sum END, refunded_at, 'Refunded'),
		('write-off', CASE WHEN payment = 'refunded' AND invoice_id IS NOT NULL THEN sum END, refunded_at, 'Refunded before there were credit notes')
) AS row(kind, amount, at, reason)
WHERE amount <> 0
ORDER BY at;
--> statement-breakpoint
CREATE TRIGGER payments_only_grow BEFORE UPDATE OR DELETE OR TRUNCATE ON "payments"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER credit_notes_only_grow BEFORE UPDATE OR DELETE OR TRUNCATE ON "credit_notes"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER printed_credit_notes_only_grow BEFORE UPDATE OR DELETE OR TRUNCATE ON "printed_credit_notes"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- No number is given twice: the last one of a year only rises, one by one.
CREATE TRIGGER credit_note_counters_rise BEFORE INSERT OR UPDATE OR DELETE ON "credit_note_counters"
	FOR EACH ROW EXECUTE FUNCTION count_invoices_upwards();
--> statement-breakpoint
CREATE TRIGGER credit_note_counters_stay BEFORE TRUNCATE ON "credit_note_counters"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

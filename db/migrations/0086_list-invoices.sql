CREATE TABLE "reminders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"invoice_id" uuid NOT NULL,
	"mail" uuid NOT NULL,
	"day" date NOT NULL,
	"actor_id" uuid,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reminders_invoice" ON "reminders" USING btree ("invoice_id","id");
--> statement-breakpoint
CREATE TRIGGER reminders_only_grow BEFORE UPDATE OR DELETE OR TRUNCATE ON "reminders"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE VIEW "order_ledgers" AS
	SELECT invoice_id, order_id, sum(billed) AS billed, sum(credited) AS credited, sum(paid) AS paid,
		sum(refunded) AS refunded, sum(written_off) AS written_off
	FROM (
		SELECT invoice_id, order_id, amount AS billed, 0 AS credited, 0 AS paid, 0 AS refunded, 0 AS written_off
		FROM "invoiced_orders"
		UNION ALL
		SELECT invoice_id, order_id, 0, amount, 0, 0, 0 FROM "credit_notes"
		UNION ALL
		SELECT invoice_id, order_id, 0, 0,
			CASE WHEN kind IN ('payment', 'allocation', 'transfer') THEN amount ELSE 0 END,
			CASE WHEN kind = 'refund' THEN -amount ELSE 0 END,
			CASE WHEN kind = 'write-off' THEN amount ELSE 0 END
		FROM "payments" AS booked
		WHERE order_id IS NOT NULL AND kind <> 'reversal'
			AND NOT EXISTS (SELECT FROM "payments" AS undone WHERE undone.reverses = booked.id)
	) AS rows
	GROUP BY invoice_id, order_id;
--> statement-breakpoint
CREATE VIEW "invoice_balances" AS
	SELECT invoice.id, invoice.number, invoice.year, invoice.serial, invoice.issued_on, invoice.due_on,
		first.company_id, first.user_id, first.company, first.name, first.email, first.po_number,
		coalesce(first.company, first.name) AS buyer,
		billed, credited, paid, refunded, written_off, rest,
		CASE
			WHEN billed > 0 AND credited >= billed THEN 'credited'
			WHEN rest <= 0 THEN 'paid'
			WHEN paid > refunded THEN 'partly-paid'
			ELSE 'open'
		END AS state
	FROM "invoices" AS invoice
	JOIN (
		SELECT *, billed - credited - written_off - (paid - refunded) AS rest
		FROM (
			SELECT invoice_id, sum(billed) AS billed, sum(credited) AS credited, sum(paid) AS paid,
				sum(refunded) AS refunded, sum(written_off) AS written_off
			FROM "order_ledgers" GROUP BY invoice_id
		) AS summed
	) AS ledger ON ledger.invoice_id = invoice.id
	CROSS JOIN LATERAL (
		SELECT placed.company_id, placed.user_id, coalesce(placed.company, sheet.company, profile.company) AS company,
			placed.name, placed.email, placed.po_number
		FROM "invoiced_orders" AS billed_order
		JOIN "orders" AS placed ON placed.id = billed_order.order_id
		LEFT JOIN "order_sheets" AS sheet ON sheet.id = placed.sheet_id
		LEFT JOIN "profiles" AS profile ON profile.user_id = placed.user_id
		WHERE billed_order.invoice_id = invoice.id
		ORDER BY placed.number LIMIT 1
	) AS first;

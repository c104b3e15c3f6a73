-- What each invoice adds up to, without its buyer, who is on its first order. An array of ids picks some of them before
-- their rows are added up; whatever is joined picks afterwards.
CREATE VIEW "invoice_sums" AS
	SELECT *, CASE
			WHEN rest > 0 AND paid > refunded THEN 'partly-paid'
			WHEN rest > 0 THEN 'open'
			WHEN billed > 0 AND credited >= billed THEN 'credited'
			ELSE 'paid'
		END AS state
	FROM (
		SELECT *, billed - credited - written_off - (paid - refunded) AS rest
		FROM (
			SELECT invoice_id AS id, sum(billed) AS billed, sum(credited) AS credited, sum(paid) AS paid,
				sum(refunded) AS refunded, sum(written_off) AS written_off
			FROM "order_ledgers" WHERE invoice_id IS NOT NULL GROUP BY invoice_id
		) AS added
	) AS summed;
--> statement-breakpoint
CREATE OR REPLACE VIEW "invoice_balances" AS
	SELECT sums.id, invoice.number, invoice.year, invoice.serial, invoice.issued_on, invoice.due_on,
		first.company_id, first.user_id, first.company, first.name, first.email, first.po_number,
		coalesce(first.company, first.name) AS buyer,
		billed, credited, paid, refunded, written_off, rest, state
	FROM "invoices" AS invoice
	JOIN "invoice_sums" AS sums ON sums.id = invoice.id
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

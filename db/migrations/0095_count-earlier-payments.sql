-- What was paid of an order before it was invoiced counts towards its first invoice, and until then stands without one.
CREATE OR REPLACE VIEW "order_ledgers" AS
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
		FROM (
			SELECT id, invoice_id, order_id, kind, amount FROM "payments"
			WHERE order_id IS NOT NULL AND invoice_id IS NOT NULL
			UNION ALL
			SELECT earlier.id, line.invoice_id, line.order_id, earlier.kind, earlier.amount
			FROM "invoiced_orders" AS line
			JOIN "payments" AS earlier ON earlier.order_id = line.order_id AND earlier.invoice_id IS NULL
			WHERE NOT EXISTS (
				SELECT FROM "invoiced_orders" AS before
				WHERE before.order_id = line.order_id AND before.invoice_id < line.invoice_id
			)
			UNION ALL
			SELECT id, NULL, order_id, kind, amount FROM "payments" AS early
			WHERE order_id IS NOT NULL AND invoice_id IS NULL
				AND NOT EXISTS (SELECT FROM "invoiced_orders" AS line WHERE line.order_id = early.order_id)
		) AS booked
		WHERE kind <> 'reversal'
			AND NOT EXISTS (SELECT FROM "payments" AS undone WHERE undone.reverses = booked.id)
	) AS rows
	GROUP BY invoice_id, order_id;

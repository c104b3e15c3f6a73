-- What is still to be paid of an order that is invoiced, with tax; `net` is its total, for invoices older than their rows.
CREATE OR REPLACE FUNCTION order_rest(of_order uuid, net numeric) RETURNS numeric LANGUAGE sql STABLE PARALLEL SAFE
	RETURN coalesce((SELECT sum(amount) FROM invoiced_orders WHERE order_id = of_order), round(net, 2))
		- coalesce((SELECT sum(amount) FROM credit_notes WHERE order_id = of_order), 0)
		- coalesce((SELECT sum(amount) FROM payments WHERE order_id = of_order), 0);

-- What counts against a company's credit limit: what is left to pay of its invoices, and what is accepted without one,
-- with freight and discounts that no standing invoice bills, less the deposits that were paid.
CREATE OR REPLACE FUNCTION company_credit(company uuid, OUT open numeric, OUT uninvoiced numeric) LANGUAGE sql STABLE PARALLEL SAFE
	BEGIN ATOMIC
		SELECT coalesce(sum(greatest(order_rest(id, total), 0)) FILTER (WHERE payment = 'invoiced'), 0),
			coalesce(sum(greatest(round(total, 2) - coalesce((SELECT sum(amount) FROM payments
				WHERE order_id = orders.id AND invoice_id IS NULL), 0), 0)) FILTER (WHERE payment = 'pending'), 0) + coalesce((
				SELECT sum(CASE kind WHEN 'discount' THEN -amount ELSE amount END - coalesce((
					SELECT sum(line.amount) FROM invoiced_charges AS line
					WHERE line.charge_id = charges.id AND NOT EXISTS (
						SELECT FROM invoiced_orders AS bill
						WHERE bill.order_id = line.order_id AND bill.invoice_id = line.invoice_id
							AND bill.amount > 0 AND bill.amount <= (SELECT coalesce(sum(note.amount), 0) FROM credit_notes AS note
								WHERE note.order_id = line.order_id AND note.invoice_id = line.invoice_id))), 0)) FROM charges
				WHERE (order_id IN (SELECT id FROM orders WHERE company_id = $1 AND review = 'accepted' AND payment = 'pending')
					OR sheet_id IN (SELECT sheet_id FROM orders WHERE company_id = $1 AND review = 'accepted' AND payment = 'pending'))), 0)
		FROM orders WHERE company_id = $1 AND review = 'accepted' AND payment IN ('pending', 'invoiced');
	END;

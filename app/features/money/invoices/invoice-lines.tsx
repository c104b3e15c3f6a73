import { Link } from "react-router";
import { formatPieces, formatTotal, formatUnitPrice } from "#app/contract/money.ts";
import { withNonBreakingUnits } from "#app/contract/units.ts";
import type { InvoicePage } from "#app/features/money/invoices.contract.ts";
import { stateTitle } from "#app/features/orders/labels.ts";
import { formatArticle } from "#app/features/trims/trim-name.ts";
import { PlainTable } from "#app/ui/plain-table.tsx";
import { SecondLine } from "#app/ui/table-parts.tsx";
import styles from "./invoice-lines.module.css";

/** The orders that an invoice bills, and what they come to. */
export function InvoiceLines({ invoice: { lines, net, tax, total } }: { invoice: InvoicePage }) {
  return (
    <>
      <div className={styles.lines}>
        <PlainTable
          caption="Lines"
          heads={[
            { text: "Item" },
            { text: "Pieces", align: "right" },
            { text: "Price", align: "right" },
            { text: "Total", align: "right" },
          ]}
          rows={lines.map(({ _id, number, item, article, review, shipping, pieces, unitPrice, total }) => ({
            key: _id,
            cells: [
              <span key="item">
                <Link to={`/dashboard/orders/${number}`}>{withNonBreakingUnits(item)}</Link>
                <SecondLine>
                  Order {number}
                  {article !== null && ` · art. ${formatArticle(article)}`} ·{" "}
                  {stateTitle(review === "accepted" ? shipping : review).toLowerCase()}
                  <span className={styles.narrow}>
                    {" "}
                    · {formatPieces(pieces)} at {formatUnitPrice(unitPrice)}
                  </span>
                </SecondLine>
              </span>,
              formatPieces(pieces),
              formatUnitPrice(unitPrice),
              <b key="total">{formatTotal(total)}</b>,
            ],
          }))}
        />
      </div>
      <dl className={styles.sums}>
        {tax && (
          <>
            <dt>Subtotal</dt>
            <dd>{formatTotal(net)}</dd>
            <dt>
              Tax, {tax.rate} %{tax.sentence && <SecondLine>{tax.sentence}</SecondLine>}
            </dt>
            <dd>{formatTotal(tax.amount)}</dd>
          </>
        )}
        <dt className={styles.total}>Invoice total</dt>
        <dd className={styles.total}>{formatTotal(total)}</dd>
      </dl>
    </>
  );
}

import { formatPieces } from "#app/contract/money.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import type { OrderList } from "./order-list.ts";

/** Which rows are shown, and the ways to the others; nothing while all rows are on one page. */
export function OrderPages({ list: { orders, total, seen, next } }: { list: OrderList }) {
  if (seen === 0 && !next) return null;
  return (
    <nav className="order-pages" aria-label="Pages">
      <p className="small soft num">
        {formatPieces(seen + Math.min(orders.length, 1))} to {formatPieces(seen + orders.length)} of{" "}
        {formatPieces(total)}
      </p>
      {seen > 0 && (
        <ButtonLink to={{ search: "" }} kind="line" size="small">
          First page
        </ButtonLink>
      )}
      {next && (
        <ButtonLink to={next} kind="line" size="small">
          Next page
        </ButtonLink>
      )}
    </nav>
  );
}

import { useEffect, useState } from "react";
import { callApi } from "#app/client/session.ts";
import { describePieces, formatPieces } from "#app/contract/money.ts";
import type { OrderStory } from "#app/features/orders/contract.ts";
import { isEnded, mayCancel } from "#app/features/orders/rules.ts";
import { joinClasses } from "#app/ui/join-classes.ts";
import { SheetPart } from "#app/ui/sheet-part.tsx";
import textStyles from "#app/ui/text.module.css";
import styles from "./order-stock.module.css";

type Stock = { putIn: number; quantity: number; inOpenOrders: number; shipped: number };

/**
 * What the trim's stock consists of, and what a decline or a cancellation would give back. Nothing while that is not
 * known.
 */
export function OrderStock({ order }: { order: OrderStory }) {
  const stock = useStock(order);
  if (!stock) return null;
  const hasShipped = order.shipping === "shipped" || order.shipping === "delivered";
  const held = isEnded(order) || hasShipped ? 0 : order.orderQuantity - order.shippedPieces;
  const mayReturn = mayCancel(order, true);
  const others = Math.max(0, stock.inOpenOrders - held);
  const parts = [
    { kind: "free", what: "Available", pieces: stock.quantity },
    { kind: "this", what: "This order", pieces: held },
    { kind: "other", what: "Other open orders", pieces: others },
  ].filter(({ kind, pieces }) => kind === "free" || pieces > 0);
  return (
    <SheetPart plain unprinted title="Stock">
      <p className={joinClasses(textStyles.small, textStyles.soft)}>
        {hasShipped && `This order shipped with ${describePieces(order.orderQuantity)}.`}
        {!hasShipped && (held === 0 ? "This order holds no pieces." : `This order holds ${describePieces(held)}.`)}
      </p>
      <div className={styles.bar} aria-hidden="true">
        {parts.map(({ kind, pieces }) => (
          <i key={kind} className={styles.part} data-kind={kind} style={{ flexGrow: pieces }} />
        ))}
      </div>
      <dl className={styles.legend}>
        {parts.map(({ kind, what, pieces }) => (
          <div key={kind}>
            <dt>
              <i className={styles.part} data-kind={kind} aria-hidden="true" />
              {what}
            </dt>
            <dd>{formatPieces(pieces)}</dd>
          </div>
        ))}
        <div data-sum>
          <dt>On the shelf</dt>
          <dd>{formatPieces(stock.quantity + stock.inOpenOrders)}</dd>
        </div>
      </dl>
      {mayReturn && (
        <p className={joinClasses(textStyles.small, textStyles.soft)}>
          If the order is declined or cancelled, {formatPieces(held)} go back: {formatPieces(stock.quantity + held)}{" "}
          available.
        </p>
      )}
    </SheetPart>
  );
}

/** Asked again whenever the order has changed. */
function useStock(order: OrderStory): Stock | undefined {
  const [stock, setStock] = useState<Stock>();
  useEffect(() => {
    const { trimId } = order;
    if (!trimId) return;
    let isCurrent = true;
    const show = ({ data }: { data: Stock }) => isCurrent && setStock(data);
    // The page is complete without it.
    callApi("GET /trims/{id}/stock", { params: { id: trimId } }).then(show, () => undefined);
    return () => {
      isCurrent = false;
    };
  }, [order]);
  return stock;
}

import { Link } from "react-router";
import { describeError } from "#app/client/api.ts";
import { callApi } from "#app/client/session.ts";
import { useAnswer } from "#app/client/use-answer.ts";
import { formatPieces } from "#app/contract/money.ts";
import type { Trim } from "#app/features/trims/contract.ts";
import { Fact, Facts } from "#app/ui/facts.tsx";
import { joinClasses } from "#app/ui/join-classes.ts";
import { Moment } from "#app/ui/moment.tsx";
import textStyles from "#app/ui/text.module.css";
import styles from "./stock-ledger.module.css";

type Ledger = Awaited<ReturnType<typeof loadLedger>>["ledger"];

type KnownStock = {
  ledger?: Ledger;
  fault?: string;
  /** In stock now: the list may have been loaded long before. */
  available: number;
};

/** The item's stock and movements, read again when its stock changes; nothing until they are there. */
export function useLedger({ _id, quantity }: Pick<Trim, "_id" | "quantity">): KnownStock {
  const asked = `${_id} ${quantity}`;
  const { answer, error, key } = useAnswer(asked, () => loadLedger(_id));
  if (error !== undefined) return { fault: describeError(error), available: quantity };
  if (answer?.of !== _id) return { available: quantity };
  return { ledger: answer.ledger, available: key === asked ? answer.ledger.quantity : quantity };
}

/** Where an item's stock is: shipped, or on the shelf, where orders have reserved some of it. */
export function StockLedger({ ledger, fault }: { ledger: Ledger | undefined; fault: string | undefined }) {
  return (
    <section aria-label="Stock">
      <h3 className={styles.title}>Stock</h3>
      {fault && <p className={joinClasses(textStyles.small, textStyles.soft)}>{fault}</p>}
      {ledger && (
        <>
          <Facts>
            <Fact what="Put in ever">{formatPieces(ledger.putIn)}</Fact>
            <Fact what="Shipped ever">{formatPieces(ledger.shipped)}</Fact>
            <Fact what="On the shelf">{formatPieces(ledger.quantity + ledger.inOpenOrders)}</Fact>
            <Fact what="Reserved by open orders">{formatPieces(ledger.inOpenOrders)}</Fact>
            <Fact what="Available">{formatPieces(ledger.quantity)}</Fact>
          </Facts>
          <table className={styles.movements} aria-label="Movements of the stock, newest first">
            <thead>
              <tr>
                <th scope="col">Movement</th>
                <th scope="col" data-align="right">
                  Pieces
                </th>
                <th scope="col" data-align="right">
                  Left
                </th>
              </tr>
            </thead>
            <tbody>
              {ledger.movements.map(({ _id, at, email, delta, why, orderNumber, balance }) => (
                <tr key={_id}>
                  <td>
                    {orderNumber === null ? (
                      why
                    ) : (
                      <>
                        <Link to={`/dashboard/orders/${orderNumber}`}>Order No. {orderNumber}</Link>, {why}
                      </>
                    )}
                    <span className={joinClasses(textStyles.small, textStyles.soft, styles.when)}>
                      <Moment at={at} />
                      {email && `, ${email}`}
                    </span>
                  </td>
                  <td data-align="right">{signed(delta)}</td>
                  <td data-align="right">{formatPieces(balance)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </section>
  );
}

async function loadLedger(id: string) {
  const { data } = await callApi("GET /trims/{id}/stock", { params: { id } });
  return { of: id, ledger: data };
}

function signed(delta: number): string {
  return delta < 0 ? `\u2212${formatPieces(-delta)}` : `+${formatPieces(delta)}`;
}

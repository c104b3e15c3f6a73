import { useEffect, useState } from "react";
import { describeError } from "#app/client/api.ts";
import { callApi } from "#app/client/session.ts";
import { formatPieces } from "#app/contract/money.ts";
import { Fact, Facts } from "#app/ui/facts.tsx";
import { joinClasses } from "#app/ui/join-classes.ts";
import { Moment } from "#app/ui/moment.tsx";
import textStyles from "#app/ui/text.module.css";
import type { Trim } from "./contract.ts";
import styles from "./stock-ledger.module.css";

type Ledger = Awaited<ReturnType<typeof loadLedger>>["data"];

type Read = { of: string; ledger?: Ledger; fault?: string };

/** The item's stock and movements, read anew when either changes; nothing until they are there. */
export function useLedger({ _id, quantity }: Pick<Trim, "_id" | "quantity">): Omit<Read, "of"> {
  const [read, setRead] = useState<Read>();
  const of = `${_id} ${quantity}`;

  useEffect(() => {
    let isAsked = true;
    loadLedger(_id).then(
      ({ data }) => isAsked && setRead({ of, ledger: data }),
      (error: unknown) => isAsked && setRead({ of, fault: describeError(error) }),
    );
    return () => {
      isAsked = false;
    };
  }, [_id, of]);

  return read?.of === of ? read : {};
}

/** Where an item's stock went: put in, held by open orders, left. */
export function StockLedger({ ledger, fault }: { ledger: Ledger | undefined; fault: string | undefined }) {
  return (
    <section aria-label="Stock">
      <h3 className={styles.title}>Stock</h3>
      {fault && <p className={joinClasses(textStyles.small, textStyles.soft)}>{fault}</p>}
      {ledger && (
        <>
          <Facts>
            <Fact what="Put in">{formatPieces(ledger.putIn)}</Fact>
            <Fact what="In open orders">{formatPieces(ledger.inOpenOrders)}</Fact>
            <Fact what="Available">{formatPieces(ledger.quantity)}</Fact>
          </Facts>
          <ul className={styles.movements}>
            {ledger.movements.map(({ _id, at, email, delta, why }) => (
              <li key={_id}>
                <b className={textStyles.num}>{signed(delta)}</b> {why}
                <span className={joinClasses(textStyles.small, textStyles.soft, styles.when)}>
                  <Moment at={at} />
                  {email && `, ${email}`}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function loadLedger(id: string) {
  return callApi("GET /trims/{id}/stock", { params: { id } });
}

function signed(delta: number): string {
  return delta < 0 ? `\u2212${formatPieces(-delta)}` : `+${formatPieces(delta)}`;
}

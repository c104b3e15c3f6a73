import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { DRAFT_PATH, useDraftLines } from "#app/client/order-draft.ts";
import { returnPath } from "#app/client/return-path.ts";
import { callApi } from "#app/client/session.ts";
import { withNonBreakingUnits } from "#app/contract/units.ts";
import styles from "./waiting-trim.module.css";

/**
 * Names what waits behind the login: the trim whose Order Now button led here, or the order sheet with its lines; empty
 * for all other visitors.
 */
export function WaitingTrim() {
  const [query] = useSearchParams();
  const from = returnPath(query.get("from"));
  const name = useTrimName(/^\/purchase\/([\w-]+)$/.exec(from)?.[1]);
  const lines = useDraftLines()?.length ?? 0;
  return (
    <div className={styles.waiting} aria-live="polite">
      {name && (
        <p>
          <b>{withNonBreakingUnits(name)}</b> is waiting for your order.
        </p>
      )}
      {from === DRAFT_PATH && lines > 0 && (
        <p data-uncovered>
          <b>Your order sheet</b> with {lines} {lines === 1 ? "line" : "lines"} is waiting.
        </p>
      )}
    </div>
  );
}

/** What to call this trim: by its name as soon as that is known, and nothing if it cannot be found. */
function useTrimName(id: string | undefined): string | undefined {
  const [name, setName] = useState(id && "Your trim");
  useEffect(() => {
    if (!id) return;
    let isLeft = false;
    const show = (known?: string) => {
      if (!isLeft) setName(known);
    };
    callApi("GET /trims/{id}", { params: { id } }).then(
      ({ data }) => show(data.name),
      // This is only a courtesy: the form works without it.
      () => show(),
    );
    return () => {
      isLeft = true;
    };
  }, [id]);
  return name;
}

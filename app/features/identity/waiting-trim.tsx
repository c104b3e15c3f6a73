import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { returnPath } from "#app/client/return-path.ts";
import { callApi } from "#app/client/session.ts";
import styles from "./waiting-trim.module.css";

/** Names the trim whose Order Now button led here; empty for all other visitors. */
export function WaitingTrim() {
  const [query] = useSearchParams();
  const name = useTrimName(/^\/purchase\/([\w-]+)$/.exec(returnPath(query.get("from")))?.[1]);
  return (
    <div className={styles.waiting} aria-live="polite">
      {name && (
        <p data-uncovered>
          <b>{name}</b> is waiting for your order.
        </p>
      )}
    </div>
  );
}

function useTrimName(id: string | undefined): string | undefined {
  const [name, setName] = useState<string>();
  useEffect(() => {
    if (!id) return;
    let isLeft = false;
    callApi("GET /trims/{id}", { params: { id } }).then(
      ({ data }) => !isLeft && setName(data.name),
      // This is only a courtesy: the form works without it.
      () => undefined,
    );
    return () => {
      isLeft = true;
    };
  }, [id]);
  return name;
}

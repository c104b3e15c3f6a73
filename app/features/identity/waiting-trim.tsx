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

import { useEffect, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { ApiProblem, describeError } from "#app/client/api.ts";
import { loginPath } from "#app/client/return-path.ts";
import { callApi, type Session } from "#app/client/session.ts";
import { formatPieces } from "#app/contract/money.ts";
import type { Trim } from "#app/features/trims/contract.ts";
import { trimPath } from "#app/features/trims/trim-path.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { IconBell, IconCheck } from "#app/ui/icons.tsx";
import textStyles from "#app/ui/text.module.css";
import { toast } from "#app/ui/toast.ts";
import styles from "./watch-request.module.css";

const words = "Tell me when it is back";

/** Asks for one mail when a trim that is short can be ordered again. */
export function WatchRequest({ trim, session }: { trim: Trim; session: Session }) {
  const { isWatching, isBusy, set } = useWatch(trim._id, session);
  const status = useRef<HTMLParagraphElement>(null);
  const hasActed = useRef(false);
  useEffect(() => {
    // The button that had the focus is gone.
    if (isWatching && hasActed.current) status.current?.focus();
  }, [isWatching]);
  const action = (wanted: boolean) => {
    hasActed.current = true;
    void set(wanted);
  };
  const once = `One mail, once at least ${formatPieces(trim.moq)} are in stock.`;

  if (session.status !== "in") {
    return (
      <div className={styles.ask}>
        <ButtonLink to={loginPath(trimPath(trim))} wide>
          <IconBell />
          {words}
        </ButtonLink>
        <p className={textStyles.hint}>{once} Log in first, so that we know where to write.</p>
      </div>
    );
  }
  return (
    <div className={styles.ask} aria-live="polite">
      {isWatching ? (
        <div className={styles.status}>
          <IconCheck className={styles.sign} />
          <p ref={status} tabIndex={-1}>
            We will write to {session.user.email}.
          </p>
          <p>
            {once}{" "}
            <Button kind="text" size="small" busy={isBusy} onClick={() => action(false)} className={styles.undo}>
              Do not write to me
            </Button>
          </p>
        </div>
      ) : (
        <>
          <Button wide busy={isBusy} onClick={() => action(true)}>
            <IconBell />
            {words}
          </Button>
          <p className={textStyles.hint}>{once}</p>
        </>
      )}
    </div>
  );
}

function useWatch(id: string, session: Session) {
  const [isWatching, setWatching] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const { revalidate } = useRevalidator();
  const email = session.status === "in" ? session.user.email : undefined;

  useEffect(() => {
    if (!email) return setWatching(false);
    let isLeft = false;
    callApi("GET /trims/{id}/watch", { params: { id } }).then(
      ({ data }) => !isLeft && setWatching(data.watching),
      // Asking twice does no harm.
      () => undefined,
    );
    return () => {
      isLeft = true;
    };
  }, [id, email]);

  async function set(wanted: boolean) {
    setBusy(true);
    try {
      await callApi(wanted ? "PUT /trims/{id}/watch" : "DELETE /trims/{id}/watch", { params: { id } });
      setWatching(wanted);
    } catch (error) {
      toast.error(describeError(error));
      // It is back, or gone.
      if (error instanceof ApiProblem && (error.status === 409 || error.status === 404)) await revalidate();
    } finally {
      setBusy(false);
    }
  }

  return { isWatching, isBusy, set };
}

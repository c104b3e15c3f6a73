import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { callApi } from "#app/client/session.ts";
import { useAction } from "#app/client/use-action.ts";
import { formatPieces } from "#app/contract/money.ts";
import { type Failure, groupFailures, labelUndo } from "#app/features/orders/status/bulk.rules.ts";
import { useFormKeys } from "#app/forms/idempotency-key.ts";
import { Button, ButtonLink, IconButton } from "#app/ui/button.tsx";
import { IconBack, IconCheck, IconClose, IconWarning } from "#app/ui/icons.tsx";
import { Hour } from "#app/ui/moment.tsx";
import styles from "./order-outcome.module.css";
import { NUMBERS_MAX } from "./orders-filter.ts";
import type { BulkUndo, Outcome } from "./outcome.ts";
import { OverrideRefused } from "./override-refused.tsx";

type OrderOutcomeProps = {
  id: string;
  outcome: Outcome | undefined;
  onClose: () => void;
  /** Whether the list can show those that failed alone. */
  canShow: boolean;
  /** What the action moved has gone back, or more of it has moved. */
  onUndone: (outcome: Outcome) => Promise<void>;
};

/**
 * The outcome of an action on several orders, above their list until it is closed, with what takes all of it back. It
 * stays in place while empty, so that it is read out; a list that was scrolled goes back to it.
 */
export function OrderOutcome({ id, outcome, canShow, onClose, onUndone }: OrderOutcomeProps) {
  const hasFailed = outcome !== undefined && outcome.failures.size > 0;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (outcome) box.current?.scrollIntoView({ block: "nearest" });
  }, [outcome]);
  return (
    <div ref={box} id={id} tabIndex={-1} role={hasFailed ? "alert" : "status"}>
      {outcome && (
        <div className={styles.outcome} data-tone={hasFailed ? "out" : "ok"}>
          {hasFailed ? <IconWarning /> : <IconCheck />}
          <div>
            <p>
              <b>{outcome.words}</b>
              {hasFailed && ` ${sayUntouched(outcome.failures.size)}`}
            </p>
            {hasFailed && (
              <ul className={styles.failures}>
                {groupFailures([...outcome.failures.values()]).map(({ numbers, why }) => (
                  <li key={why}>
                    No.{" "}
                    {listParts(numbers).map((part) =>
                      part.type === "literal" ? (
                        part.value
                      ) : (
                        <Link key={part.value} to={`/dashboard/orders/${part.value}`}>
                          {part.value}
                        </Link>
                      ),
                    )}
                    : {why}
                  </li>
                ))}
              </ul>
            )}
          </div>
          {hasFailed && canShow && <ShowFailed failures={[...outcome.failures.values()]} />}
          {outcome.refused && <OverrideRefused outcome={outcome} refused={outcome.refused} onDone={onUndone} />}
          {outcome.undo && <UndoAll undo={outcome.undo} failed={outcome.failures.size} onUndone={onUndone} />}
          <IconButton label="Close" onClick={onClose}>
            <IconClose />
          </IconButton>
        </div>
      )}
    </div>
  );
}

const listParts = (numbers: readonly number[]) => new Intl.ListFormat("en-GB").formatToParts(numbers.map(String));

function sayUntouched(failed: number): string {
  return failed === 1
    ? "That one is as it was, and nobody was mailed about it."
    : `The ${formatPieces(failed)} are as they were, and nobody was mailed about them.`;
}

function ShowFailed({ failures }: { failures: readonly Failure[] }) {
  const numbers = failures.map(({ number }) => number).slice(0, NUMBERS_MAX);
  const count = formatPieces(numbers.length);
  return (
    <ButtonLink kind="line" size="small" to={{ search: `?numbers=${numbers.join()}` }}>
      {numbers.length < failures.length && `Show the first ${count}`}
      {numbers.length === failures.length && (numbers.length === 1 ? "Show it" : `Show these ${count}`)}
    </ButtonLink>
  );
}

type UndoAllProps = { undo: BulkUndo; failed: number; onUndone: OrderOutcomeProps["onUndone"] };

function UndoAll({ undo, failed, onUndone }: UndoAllProps) {
  const { isBusy, run } = useAction();
  const keys = useFormKeys();
  const all = undo.calls.reduce((sum, { ids }) => sum + ids.length, 0);

  async function takeBack() {
    const failures = new Map<string, Failure>();
    for (const body of undo.calls) {
      const { data } = await callApi("POST /orderMoves", { headers: { "idempotency-key": keys.of(body) }, body });
      for (const { id, ok, detail } of data) {
        if (!ok) failures.set(id, { number: undo.numbers.get(id) ?? 0, why: detail ?? "" });
      }
    }
    keys.forget();
    const words = `${formatPieces(all - failures.size)} taken back${failures.size > 0 ? `, ${failures.size} not` : ""}.`;
    await onUndone({ words, failures });
  }

  return (
    <Button kind="line" size="small" busy={isBusy} onClick={() => void run(takeBack)}>
      <IconBack />
      <span>
        {labelUndo(all, failed)}, until <Hour at={undo.until} />
      </span>
    </Button>
  );
}

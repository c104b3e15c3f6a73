import { useState } from "react";
import { useMay } from "#app/client/session.ts";
import { describeOutcome, groupFailures } from "#app/features/orders/status/bulk.rules.ts";
import { obstacles } from "#app/features/orders/status/obstacles.ts";
import { OverrideDialog } from "#app/features/orders/status/override-dialog.tsx";
import { sendMoves } from "#app/features/orders/status/send-moves.ts";
import { useFormKeys } from "#app/forms/idempotency-key.ts";
import { Button } from "#app/ui/button.tsx";
import { type Outcome, offerUndo, type Refused } from "./outcome.ts";

/** Each says why, in full. */
const MOST_SAID = 5;

type OverrideRefusedProps = { outcome: Outcome; refused: Refused; onDone: (outcome: Outcome) => Promise<void> };

/** Moves all of them for one reason. What the action moved stays so, and what failed for other reasons stays in sight. */
export function OverrideRefused({ outcome, refused, onDone }: OverrideRefusedProps) {
  const { obstacle, action, companyId } = refused;
  const { offer, show, done, override } = obstacles[obstacle];
  const may = useMay();
  const [isAsking, setAsking] = useState(false);
  const keys = useFormKeys();
  const ids = new Set(refused.calls.flatMap((call) => call.ids));
  const failed = [...outcome.failures].filter(([id]) => ids.has(id));
  const numbers = new Map(failed.map(([id, { number }]) => [id, number]));
  const lines = groupFailures(failed.map(([, failure]) => failure)).map(
    (group) => `No. ${group.numbers.join(", ")}: ${group.why}`,
  );
  const more = lines.length > MOST_SAID ? [`And ${lines.length - MOST_SAID} more.`] : [];

  async function send(reason: string) {
    const calls = refused.calls.map((call) => ({ ...call, ...override(reason) }));
    const sent = await sendMoves(calls, numbers, keys);
    setAsking(false);
    const others = [...outcome.failures].filter(([id]) => !ids.has(id));
    const failures = new Map([...others, ...sent.failures]);
    await onDone({
      words: describeOutcome(
        { ...action, done: `${action.done} ${done}` },
        sent.moved,
        failures.size,
        sent.invoicedToo.size,
      ),
      failures,
      undo: offerUndo({ action, calls, numbers, back: sent.back }, outcome.undo),
    });
  }

  return (
    <>
      <Button kind="line" size="small" onClick={() => setAsking(true)}>
        {may("manage-money") ? offer(failed.length) : show}
      </Button>
      {isAsking && (
        <OverrideDialog
          obstacle={obstacle}
          subject={failed.length === 1 ? `order No. ${failed[0]?.[1].number}` : `these ${failed.length} orders`}
          companyId={companyId}
          detail={[...lines.slice(0, MOST_SAID), ...more]}
          onClose={() => setAsking(false)}
          onSend={send}
        />
      )}
    </>
  );
}

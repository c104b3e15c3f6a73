import { useState } from "react";
import { useMay } from "#app/client/session.ts";
import { describeOutcome, groupFailures } from "#app/features/orders/status/bulk.rules.ts";
import { OverrideDialog } from "#app/features/orders/status/override-dialog.tsx";
import { sendMoves } from "#app/features/orders/status/send-moves.ts";
import { useFormKeys } from "#app/forms/idempotency-key.ts";
import { Button } from "#app/ui/button.tsx";
import type { Above, Outcome } from "./outcome.ts";

/** Each says why, in full. */
const MOST_SAID = 5;

type AboveCreditProps = { outcome: Outcome; above: Above; onDone: (outcome: Outcome) => Promise<void> };

/** Accepts all of them for one reason. What the action moved stays so, and what failed for other reasons stays in sight. */
export function AboveCredit({ outcome, above: { action, calls, companyId }, onDone }: AboveCreditProps) {
  const may = useMay();
  const [isAsking, setAsking] = useState(false);
  const keys = useFormKeys();
  const isAbove = new Set(calls.flatMap(({ ids }) => ids));
  const refused = [...outcome.failures].filter(([id]) => isAbove.has(id));
  const numbers = new Map(refused.map(([id, { number }]) => [id, number]));
  const lines = groupFailures(refused.map(([, failure]) => failure)).map(
    ({ numbers, why }) => `No. ${numbers.join(", ")}: ${why}`,
  );
  const more = lines.length > MOST_SAID ? [`And ${lines.length - MOST_SAID} more.`] : [];

  async function accept(overCredit: string) {
    const sent = await sendMoves(
      calls.map((call) => ({ ...call, overCredit })),
      numbers,
      keys,
    );
    setAsking(false);
    const others = [...outcome.failures].filter(([id]) => !isAbove.has(id));
    const failures = new Map([...others, ...sent.failures]);
    const { undo } = outcome;
    await onDone({
      words: describeOutcome(
        { ...action, done: `${action.done} above the limit` },
        sent.moved,
        failures.size,
        sent.invoicedToo.size,
      ),
      failures,
      undo: undo && { ...undo, calls: [...undo.calls, ...sent.back] },
    });
  }

  return (
    <>
      <Button kind="line" size="small" onClick={() => setAsking(true)}>
        {may("manage-money") ? `Accept ${refused.length} above the limit…` : "Above the limit…"}
      </Button>
      {isAsking && (
        <OverrideDialog
          obstacle="over-credit"
          subject={refused.length === 1 ? `order No. ${refused[0]?.[1].number}` : `these ${refused.length} orders`}
          companyId={companyId}
          detail={[...lines.slice(0, MOST_SAID), ...more]}
          onClose={() => setAsking(false)}
          onSend={accept}
        />
      )}
    </>
  );
}

import { withProof } from "#app/client/proof.ts";
import { callApi } from "#app/client/session.ts";
import type { useFormKeys } from "#app/forms/idempotency-key.ts";
import type { Failure, listCalls } from "./bulk.rules.ts";
import type { MoveDetails } from "./move-dialogs.tsx";

/** A call that moves several orders. */
export type MoveCall = ReturnType<typeof listCalls>[number] & MoveDetails;

/** What became of orders that were to move together. */
export type SentMoves = {
  /** How many moved. */
  moved: number;
  /** Those that did not move, by their ids. */
  failures: Map<string, Failure>;
  /** Other lines of their sheets that are invoiced, too. */
  invoicedToo: Set<string>;
  /** The calls that take back what moved. */
  back: Pick<MoveCall, "ids" | "track" | "from" | "to">[];
};

/**
 * Moves orders, one call after the other; `numbers` are those of all of them, by their ids. Sent again, `keys` keep
 * what has moved from moving twice.
 * @throws ApiProblem
 */
export async function sendMoves(
  calls: readonly MoveCall[],
  numbers: ReadonlyMap<string, number>,
  keys: ReturnType<typeof useFormKeys>,
): Promise<SentMoves> {
  const failures = new Map<string, Failure>();
  const invoicedToo = new Set<string>();
  for (const body of calls) {
    const headers = { "idempotency-key": keys.of(body) };
    const { data } = await withProof(() => callApi("POST /orderMoves", { headers, body }));
    for (const { id, ok, code, detail = "", invoicedToo: others = [] } of data) {
      const number = numbers.get(id);
      for (const other of others) if (!numbers.has(other)) invoicedToo.add(other);
      if (!ok && number) failures.set(id, { number, why: detail, code });
    }
  }
  keys.forget();
  const back = calls.flatMap(({ ids, track, from, to }) => {
    const gone = ids.filter((id) => !failures.has(id));
    return gone.length > 0 ? [{ ids: gone, track, from: to, to: from }] : [];
  });
  return { moved: back.reduce((sum, { ids }) => sum + ids.length, 0), failures, invoicedToo, back };
}

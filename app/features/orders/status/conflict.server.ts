import type { State } from "#app/features/orders/facts.ts";
import { type OrderStatus, type Track, tracks } from "#app/features/orders/facts.ts";
import { wrongState } from "#app/features/orders/problems.ts";
import { describeStatus } from "#app/features/orders/rules.ts";
import type { Tx } from "#app/platform/db/client.server.ts";
import { refuse } from "#app/platform/http/refusal.server.ts";
import { findLastMover } from "./events.server.ts";

const did: Record<State, string> = {
  "in-review": "put this order back into review",
  accepted: "accepted this order",
  declined: "declined this order",
  cancelled: "cancelled this order",
  pending: "moved this order back",
  "in-production": "started production of this order",
  packed: "packed this order",
  "partly-shipped": "shipped a part of this order",
  shipped: "shipped this order",
  delivered: "marked this order as delivered",
  invoiced: "invoiced this order",
  paid: "marked this order as paid",
  refunded: "marked this order as refunded",
};

/**
 * Refuses a move that an order's state does not allow. `errors` say where each track is now. An admin is also told who
 * moved it there and when: on the track that is no longer as the caller saw it, or else the latest of all moves.
 * `isNamed` says which order it is, for a call about several.
 * @throws Refusal wrong-state, always.
 */
export async function refuseState(
  tx: Tx,
  order: OrderStatus & { id: string; number: number },
  asked?: { track: Track; from: State; timeZone: string; isNamed?: boolean },
): Promise<never> {
  const now = tracks.map((track) => ({ field: track, message: order[track] }));
  const status = describeStatus(order);
  if (!asked) refuse(wrongState, status, now);
  const { track, from, timeZone, isNamed = false } = asked;
  const name = (words: string) => (isNamed ? words.replace(/[Tt]his order/, `order No. ${order.number}`) : words);
  const last = await findLastMover(tx, order.id, order[track] === from ? undefined : track);
  if (!last) refuse(wrongState, name(status).replace(/^o/, "O"), now);
  const time = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone });
  refuse(
    wrongState,
    `${last.name} ${name(did[last.to])} on ${time.format(last.at)}. ${status.replace("This order", "It")}`,
    now,
  );
}

import { z } from "zod";
import { endpoint } from "#app/contract/endpoint.ts";
import { id } from "#app/contract/id.ts";
import { tooManyRequests } from "#app/contract/problem.ts";
import { anyState, state } from "./contract.ts";
import { eventKinds, tracks } from "./facts.ts";

/** What a message `order` of the stream says. */
const orderUpdate = z
  .object({
    /** A resumed stream may repeat one. */
    eventId: id,
    orderId: id,
    number: z.int(),
    kind: z.enum(eventKinds),
    track: z.enum(tracks).nullable(),
    from: anyState.nullable(),
    to: anyState.nullable(),
    ...state,
    /** Whether the order is the caller's own, and not a colleague's or any buyer's. */
    isMine: z.boolean(),
  })
  .meta({ id: "OrderUpdate" });

export type OrderUpdate = z.infer<typeof orderUpdate>;

/**
 * Messages (`text/event-stream`): `order` with an OrderNews; `ready` once everything that was missed has been sent;
 * `reload` when that would be too much, or the place is unknown: read the page again. `quiet` comes from time to time.
 * An `id` is the place to resume at, as `Last-Event-ID`. The stream ends with its token: take a new one and resume.
 */
export const streamEvents = endpoint({
  method: "GET",
  path: "/events",
  access: "signed-in",
  summary:
    "Streams what happens to the orders of the caller and of their company, or for an admin to all orders, as it happens",
  headers: z.object({ "last-event-id": z.string().max(40).optional() }),
  output: orderUpdate,
  gives: "text/event-stream",
  refuses: [tooManyRequests],
});

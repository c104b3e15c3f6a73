import { z } from "zod";
import { endpoint } from "#app/contract/endpoint.ts";
import { id, idOrNumber } from "#app/contract/id.ts";
import { manyLines } from "#app/contract/one-line.ts";
import { keyReused, notFound, requestRunning, tooManyRequests } from "#app/contract/problem.ts";
import { isSeen } from "#app/contract/text.ts";
import { NOTE_MAX, sides } from "#app/features/orders/facts.ts";

const conversation = z
  .object({
    /** Oldest first. */
    messages: z.array(
      z.object({
        _id: id,
        at: z.iso.datetime(),
        side: z.enum(sides),
        /** Null for buyers if staff wrote it: they are not told the names of staff. */
        name: z.string().nullable(),
        isMine: z.boolean(),
        /** Null where staff noted that no answer is needed. */
        words: z.string().nullable(),
      }),
    ),
    /** Who is to answer; null if nobody is. */
    waitingFor: z.enum(sides).nullable(),
  })
  .meta({ id: "Conversation" });

export type Conversation = z.infer<typeof conversation>;

const read = {
  method: "GET",
  access: "signed-in",
  params: z.strictObject({ id: idOrNumber }),
  output: conversation,
  refuses: [notFound],
} as const;

export const listOrderMessages = endpoint({
  ...read,
  path: "/orders/{id}/messages",
  summary: "Returns what was written about an order and who is to answer: buyers see their own, staff any",
});

export const listSheetMessages = endpoint({
  ...read,
  path: "/orderSheets/{id}/messages",
  summary: "Returns what was written about an order sheet and who is to answer: buyers see their own, staff any",
});

export const listWaiting = endpoint({
  method: "GET",
  path: "/waitingMessages",
  access: "signed-in",
  summary:
    "Lists the orders and sheets whose last message waits for the caller's answer, the longest waiting first: for staff all that wait for us, for buyers their own",
  output: z.array(
    z.object({
      of: z.enum(["order", "sheet"]),
      number: z.int(),
      poNumber: z.string().nullable(),
      /** Whose it is. */
      name: z.string(),
      at: z.iso.datetime(),
      words: z.string(),
    }),
  ),
});

const write = {
  method: "POST",
  access: "signed-in",
  params: z.strictObject({ id: idOrNumber }),
  headers: z.object({ "idempotency-key": z.string().min(1).max(200) }),
  body: z.strictObject({
    /** Null says that the last message needs no answer, which only staff may. */
    words: z.union([z.null(), manyLines(NOTE_MAX).refine(isSeen, "Please write something")]),
  }),
  output: z.object({ acknowledged: z.literal(true), insertedId: id }),
  refuses: [notFound, requestRunning, keyReused, tooManyRequests],
} as const;

export const writeOrderMessage = endpoint({
  ...write,
  path: "/orders/{id}/messages",
  summary: "Writes to the buyer of an order, or as its buyer to us; the other side gets a mail",
});

export const writeSheetMessage = endpoint({
  ...write,
  path: "/orderSheets/{id}/messages",
  summary: "Writes to the buyer of an order sheet, or as its buyer to us; the other side gets a mail",
});

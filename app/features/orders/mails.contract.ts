import { z } from "zod";
import { endpoint } from "#app/contract/endpoint.ts";
import { id } from "#app/contract/id.ts";
import { keyReused, notFound, requestRunning } from "#app/contract/problem.ts";

export const failedMail = z
  .object({
    _id: id,
    /** When it was given up. */
    at: z.iso.datetime(),
    address: z.string(),
    subject: z.string(),
    /** What the mail server said, or how long it was tried. */
    reason: z.string(),
  })
  .meta({ id: "FailedMail" });

export type FailedMail = z.infer<typeof failedMail>;

const number = z.coerce.number().int().min(1).max(2_147_483_647);

export const listFailedMails = endpoint({
  method: "GET",
  path: "/failedMails",
  access: "admin",
  summary: "Lists mails about orders, sheets and invoices that could not be delivered, the latest first, 100 at most",
  query: z.strictObject({
    /** About this order, or this sheet, by its number. */
    order: number.optional(),
    sheet: number.optional(),
  }),
  output: z.array(failedMail),
});

export const sendFailedMail = endpoint({
  method: "POST",
  path: "/failedMails/{id}/attempts",
  access: "admin",
  may: "issue-invoices",
  summary: "Sends a mail again that could not be delivered",
  params: z.strictObject({ id }),
  headers: z.object({ "idempotency-key": z.string().min(1).max(200) }),
  output: z.object({ acknowledged: z.literal(true) }),
  refuses: [notFound, requestRunning, keyReused],
});

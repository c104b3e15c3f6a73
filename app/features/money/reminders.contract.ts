import { z } from "zod";
import { endpoint } from "#app/contract/endpoint.ts";
import { manyLines } from "#app/contract/one-line.ts";
import { keyReused, requestRunning } from "#app/contract/problem.ts";
import { invoiceNumber } from "./booking.contract.ts";
import { MOST_REMINDED, REMINDER_MAX } from "./facts.ts";
import { nothingToRemind } from "./problems.ts";

const reminderInput = z.strictObject({
  invoices: z.array(invoiceNumber).min(1).max(MOST_REMINDED),
  /** In words for all of them. */
  note: manyLines(REMINDER_MAX).min(1).optional(),
});

export type ReminderInput = z.infer<typeof reminderInput>;

export const remind = endpoint({
  method: "POST",
  path: "/reminders",
  access: "admin",
  may: "manage-money",
  summary:
    "Sends each company, or buyer who belongs to none, one mail with all their open invoices, unless they were reminded today",
  headers: z.object({ "idempotency-key": z.string().min(1).max(200) }),
  body: reminderInput,
  output: z.object({
    acknowledged: z.literal(true),
    mails: z.int(),
    /** How many invoices the mails remind of: those named, and the others that are past due. */
    invoices: z.int(),
    /** Who has no confirmed address. */
    unreached: z.array(z.string()),
  }),
  refuses: [nothingToRemind, requestRunning, keyReused],
});

import { z } from "zod";
import { endpoint } from "#app/contract/endpoint.ts";
import { idOrNumber } from "#app/contract/id.ts";
import { notFound } from "#app/contract/problem.ts";

const instructions = z
  .object({
    /** Those with something left to pay, the one that is due first at first; none before there is an invoice. */
    invoices: z.array(
      z.object({
        /** The reference of a transfer, too. */
        number: z.string(),
        /** What is left to pay, in dollars and cents. */
        amount: z.string(),
        dueOn: z.iso.date(),
      }),
    ),
    /** The deposit before an invoice: what is missing, and the reference of its transfer; null if none is. */
    deposit: z.object({ reference: z.string(), amount: z.string() }).nullable(),
    /** Where to pay, as the setting `SELLER_BANK` says: `Account`, `0000 1234 5678`. */
    bank: z.array(z.object({ label: z.string(), value: z.string() })),
  })
  .meta({ id: "PaymentInstructions" });

const read = {
  method: "GET",
  access: "signed-in",
  params: z.strictObject({ id: idOrNumber }),
  output: instructions,
  refuses: [notFound],
} as const;

export const findOrderPaymentInstructions = endpoint({
  ...read,
  path: "/orders/{id}/paymentInstructions",
  summary:
    "Returns what is left to pay of the invoices that an order is on, and where: buyers see their own, staff any",
});

export const findSheetPaymentInstructions = endpoint({
  ...read,
  path: "/orderSheets/{id}/paymentInstructions",
  summary: "Returns what is left to pay of the invoices of a sheet, and where: buyers see their own, staff any",
});

import { z } from "zod";
import { endpoint } from "#app/contract/endpoint.ts";
import { idOrNumber, quotedNumber } from "#app/contract/id.ts";
import { notFound, tooManyRequests } from "#app/contract/problem.ts";
import { PACKING_LISTS_MAX } from "#app/features/orders/documents.rules.ts";

const paper = z.enum(["A4", "Letter"]).optional();

const printed = {
  method: "GET",
  output: z.string(),
  gives: "application/pdf",
  refuses: [notFound, tooManyRequests],
} as const;

const asked = {
  ...printed,
  params: z.strictObject({ id: idOrNumber }),
  /** The size of the paper; without it, that of the buyer's country. */
  query: z.strictObject({ paper }),
} as const;

const confirmation = {
  ...asked,
  query: z.strictObject({
    paper,
    /** An earlier version, counted from 1; without it, that of now. */
    version: z.coerce.number().int().min(1).max(2_147_483_647).optional(),
  }),
} as const;

export const printConfirmation = endpoint({
  ...confirmation,
  path: "/orders/{id}/confirmation.pdf",
  access: "signed-in",
  summary: "Returns the confirmation of an order, or an earlier version of it: buyers get their own, admins any",
});

export const printProforma = endpoint({
  ...asked,
  path: "/orders/{id}/proforma.pdf",
  access: "signed-in",
  summary: "Returns a pro-forma invoice, unless the order is declined or cancelled",
});

export const printInvoice = endpoint({
  ...asked,
  path: "/orders/{id}/invoice.pdf",
  access: "signed-in",
  summary: "Returns the invoice that an order is on, exactly as it was issued",
});

export const printPacking = endpoint({
  ...asked,
  path: "/orders/{id}/packing.pdf",
  access: "admin",
  summary: "Returns the packing list of an accepted order",
});

export const printSheetConfirmation = endpoint({
  ...confirmation,
  path: "/orderSheets/{id}/confirmation.pdf",
  access: "signed-in",
  summary: "Returns the confirmation of an order sheet, or an earlier version of it: buyers get their own, admins any",
});

export const printSheetProforma = endpoint({
  ...asked,
  path: "/orderSheets/{id}/proforma.pdf",
  access: "signed-in",
  summary: "Returns a pro-forma invoice of the lines of a sheet that are neither declined nor cancelled",
});

export const printSheetInvoice = endpoint({
  ...asked,
  path: "/orderSheets/{id}/invoice.pdf",
  access: "signed-in",
  summary: "Returns the latest invoice of an order sheet, exactly as it was issued",
});

export const printSheetPacking = endpoint({
  ...asked,
  path: "/orderSheets/{id}/packing.pdf",
  access: "admin",
  summary: "Returns the packing list of the accepted lines of a sheet",
});

const missing = {
  method: "GET",
  access: "admin",
  params: z.strictObject({ id: idOrNumber }),
  /** Each once. */
  output: z.object({ characters: z.array(z.string()) }),
  refuses: [notFound],
} as const;

export const findMissingCharacters = endpoint({
  ...missing,
  path: "/orders/{id}/missingCharacters",
  summary: "Lists the characters of an order that its documents show as boxes, because no font has them",
});

export const findMissingCharactersOfSheet = endpoint({
  ...missing,
  path: "/orderSheets/{id}/missingCharacters",
  summary: "Lists the characters of an order sheet that its documents show as boxes, because no font has them",
});

export const printCreditNote = endpoint({
  ...printed,
  path: "/creditNotes/{number}/credit-note.pdf",
  access: "signed-in",
  summary: "Returns a credit note, exactly as it was issued",
  params: z.strictObject({ number: z.string().regex(/^CN-\d{4}-\d{5,9}$/, "Not the number of a credit note") }),
  query: z.strictObject({ paper }),
});

export const printNumberedInvoice = endpoint({
  ...printed,
  path: "/invoices/{number}/invoice.pdf",
  access: "signed-in",
  summary: "Returns an invoice by its number, exactly as it was issued",
  params: z.strictObject({ number: z.string().regex(/^\d{4}-\d{5,9}$/, "Not the number of an invoice") }),
  query: z.strictObject({ paper }),
});

export const printPackingLists = endpoint({
  ...printed,
  path: "/packingLists.pdf",
  access: "admin",
  summary:
    "Returns the packing lists of several orders in one file: lines of one sheet share a list, orders that are not accepted are left out",
  query: z.strictObject({
    /** Their numbers. */
    order: z.union([z.array(quotedNumber).min(1).max(PACKING_LISTS_MAX), quotedNumber.transform((one) => [one])]),
    /** The size of the paper; without it, the shop's own. */
    paper,
  }),
});

import { z } from "zod";
import { endpoint } from "#app/contract/endpoint.ts";
import { id } from "#app/contract/id.ts";
import { notFound } from "#app/contract/problem.ts";

const asked = {
  method: "GET",
  /** An id, or the number people quote. */
  params: z.strictObject({ id: z.union([id, z.string().regex(/^[1-9][0-9]{0,9}$/)]) }),
  query: z.strictObject({
    /** The size of the paper; without it, that of the buyer's country. */
    paper: z.enum(["A4", "Letter"]).optional(),
  }),
  output: z.string(),
  gives: "application/pdf",
  refuses: [notFound],
} as const;

export const printConfirmation = endpoint({
  ...asked,
  path: "/orders/{id}/confirmation.pdf",
  access: "signed-in",
  summary: "Returns the confirmation of an order, as it was placed: buyers get their own, admins any",
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
  summary: "Returns the packing list of an order that is packed or further",
});

export const printSheetConfirmation = endpoint({
  ...asked,
  path: "/orderSheets/{id}/confirmation.pdf",
  access: "signed-in",
  summary: "Returns the confirmation of an order sheet, as it was sent: buyers get their own, admins any",
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
  summary: "Returns the packing list of the lines of a sheet that are packed or further",
});

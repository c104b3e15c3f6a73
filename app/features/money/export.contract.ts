import { z } from "zod";
import { day } from "#app/contract/day.ts";
import { endpoint } from "#app/contract/endpoint.ts";
import { separator } from "#app/contract/page.ts";

/** First and last day, in the shop's time zone; without them, everything. */
const period = { from: day.optional(), to: day.optional() };

const shared = { method: "GET", access: "admin", may: "manage-money", output: z.string() } as const;

export const downloadAccounts = endpoint({
  ...shared,
  path: "/accounts.csv",
  summary:
    "Exports the invoices, credit notes and payments of a period for the accountant as one table, and records that they were exported",
  query: z.strictObject({ ...period, separator }),
  gives: "text/csv",
});

export const downloadAccountsWorkbook = endpoint({
  ...shared,
  path: "/accounts.xlsx",
  summary: "The same as a workbook, with a sheet for each kind",
  query: z.strictObject(period),
  gives: "application/octet-stream",
});

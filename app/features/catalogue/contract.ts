import { z } from "zod";
import { endpoint } from "#app/contract/endpoint.ts";

export const downloadCatalogue = endpoint({
  method: "GET",
  path: "/trims.csv",
  access: "admin",
  summary: "Exports the whole catalogue as a table for a spreadsheet, which the import takes back",
  output: z.string(),
  gives: "text/csv",
});

import { z } from "zod";
import { endpoint } from "#app/contract/endpoint.ts";
import { idOrNumber } from "#app/contract/id.ts";
import { notFound, tooManyRequests } from "#app/contract/problem.ts";

export const printPickList = endpoint({
  method: "GET",
  path: "/printRuns/{id}/list.pdf",
  access: "admin",
  summary: "Returns a pick or production list: by item, then by delivery, with a bar code for each order",
  params: z.strictObject({ id: idOrNumber }),
  /** The size of the paper; without it, the shop's own. */
  query: z.strictObject({ paper: z.enum(["A4", "Letter"]).optional() }),
  output: z.string(),
  gives: "application/pdf",
  refuses: [notFound, tooManyRequests],
});

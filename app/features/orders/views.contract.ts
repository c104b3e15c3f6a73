import { z } from "zod";
import { endpoint } from "#app/contract/endpoint.ts";
import { oneLine } from "#app/contract/one-line.ts";
import { VIEWS_MAX } from "./facts.ts";
import { tooManyViews } from "./problems.ts";

const name = oneLine(60).min(1, "Please name the view");

/** What the address of a list of orders says after its question mark: search, filters and sorting. */
const search = z
  .string()
  .max(2000)
  .regex(/^[\x21-\x7e]*$/, "Please send the search of an address");

const view = z.object({ name, search }).meta({ id: "OrderView" });

export type OrderView = z.infer<typeof view>;

export const listViews = endpoint({
  method: "GET",
  path: "/orderViews",
  access: "admin",
  summary: "Lists the saved views of the caller's list of orders, by name",
  output: z.array(view),
});

export const saveView = endpoint({
  method: "PUT",
  path: "/orderViews/{name}",
  access: "admin",
  summary: `Saves a view of the list of orders under a name, in place of the one that has it; up to ${VIEWS_MAX} of them`,
  params: z.strictObject({ name }),
  body: z.strictObject({ search }),
  output: z.object({ acknowledged: z.literal(true) }),
  refuses: [tooManyViews],
});

export const removeView = endpoint({
  method: "DELETE",
  path: "/orderViews/{name}",
  access: "admin",
  summary: "Removes a saved view of the caller's",
  params: z.strictObject({ name }),
  output: z.object({ acknowledged: z.literal(true), deletedCount: z.int() }),
});

import { z } from "zod";
import { day } from "#app/contract/day.ts";
import { endpoint } from "#app/contract/endpoint.ts";
import { id } from "#app/contract/id.ts";
import { pageQuery, searchHeaders, searchText, separator } from "#app/contract/page.ts";

/** The values before or after an action, field by field; null where there were none. */
const state = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).nullable();

/** One action of an admin, recorded together with it. */
export const auditEntry = z
  .object({
    _id: id,
    at: z.iso.datetime(),
    /** The e-mail and name of the admin at that time; `npm run admin` or `ADMIN_EMAIL` if nobody was signed in. */
    email: z.string(),
    name: z.string(),
    /** The code of the action. */
    action: z.string(),
    /** What was done, in words. */
    title: z.string(),
    /** The object: a trim's name, a person's e-mail, an order's number and item, a picture's path. */
    object: z.string(),
    objectId: z.string(),
    before: state,
    after: state,
    /** The network address of the request, as far as the shop could tell. */
    address: z.string().nullable(),
    /** The user agent. */
    userAgent: z.string().nullable(),
    /** To how many objects the same call did this; the entry is the latest of them. */
    count: z.int(),
  })
  .meta({ id: "AuditEntry" });

export type AuditEntry = z.infer<typeof auditEntry>;

const auditFilters = {
  /** Prefixes of words in the admin's e-mail or name, the action and its title, the object, or the values that changed. */
  q: searchText.optional(),
  /** Done from this day in the shop's time zone to that. */
  from: day.optional(),
  to: day.optional(),
  /** Done by whoever had this e-mail. */
  by: z.string().min(1).max(254).optional(),
  /** The code of the action. */
  action: z.string().min(1).max(100).optional(),
};

export const listAudit = endpoint({
  method: "GET",
  path: "/audit",
  access: "admin",
  may: "read-record",
  summary: "Lists what admins have done, newest first; what one call did to several objects is one entry",
  query: z.strictObject({
    ...pageQuery,
    ...auditFilters,
    /** Each object of the call that this entry belongs to. */
    of: id.optional(),
  }),
  output: z.array(auditEntry),
  outputHeaders: searchHeaders,
});

export const listAuditFilters = endpoint({
  method: "GET",
  path: "/auditFilters",
  access: "admin",
  may: "read-record",
  summary: "Lists who has done something, and every action by its title",
  output: z.object({
    people: z.array(z.object({ email: z.string(), name: z.string() })),
    actions: z.array(z.object({ code: z.string(), title: z.string() })),
  }),
});

export const downloadAudit = endpoint({
  method: "GET",
  path: "/audit.csv",
  access: "admin",
  may: "read-record",
  summary:
    "Exports every entry that is found as a table for a spreadsheet, one line for each object, and records that it was exported",
  query: z.strictObject({ ...auditFilters, separator }),
  output: z.string(),
  gives: "text/csv",
});

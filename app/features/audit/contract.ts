import { z } from "zod";
import { day } from "#app/contract/day.ts";
import { endpoint } from "#app/contract/endpoint.ts";
import { id } from "#app/contract/id.ts";
import { pageQuery, searchHeaders, searchText } from "#app/contract/page.ts";

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
  })
  .meta({ id: "AuditEntry" });

export type AuditEntry = z.infer<typeof auditEntry>;

export const listAudit = endpoint({
  method: "GET",
  path: "/audit",
  access: "admin",
  may: "read-record",
  summary: "Lists what admins have done, newest first",
  query: z.strictObject({
    ...pageQuery,
    /** Prefixes of words in the admin's e-mail or name, the action and its title, the object, or the values that changed. */
    q: searchText.optional(),
    /** Done from this day in the shop's time zone to that. */
    from: day.optional(),
    to: day.optional(),
  }),
  output: z.array(auditEntry),
  outputHeaders: searchHeaders,
});

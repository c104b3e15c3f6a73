import { z } from "zod";
import { endpoint } from "#app/contract/endpoint.ts";
import { id } from "#app/contract/id.ts";
import { pageQuery, searchHeaders } from "#app/contract/page.ts";

/** What was there before or after an act, field by field; null where there was nothing. */
const state = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).nullable();

/** One act of an admin, as it was recorded with it. */
export const auditEntry = z
  .object({
    _id: id,
    at: z.iso.datetime(),
    /** Who did it, by the e-mail and name of that day; `npm run admin` or `ADMIN_EMAIL` for what no person did. */
    email: z.string(),
    name: z.string(),
    /** The code of the act. */
    act: z.string(),
    /** What was done, in words. */
    title: z.string(),
    /** What it was done to: a trim's name, a person's e-mail, an order's number and item, a picture's path. */
    object: z.string(),
    objectId: z.string(),
    before: state,
    after: state,
    /** The network address it came from, as far as the shop saw it. */
    address: z.string().nullable(),
    /** What the browser called itself. */
    userAgent: z.string().nullable(),
  })
  .meta({ id: "AuditEntry" });

export type AuditEntry = z.infer<typeof auditEntry>;

export const listAudit = endpoint({
  method: "GET",
  path: "/audit",
  access: "admin",
  summary: "Lists what admins did, newest first",
  query: z.strictObject({
    ...pageQuery,
    /** Words that begin a word of the admin's e-mail or name, of the act or of the object. */
    q: z.string().trim().max(80).optional(),
  }),
  output: z.array(auditEntry),
  outputHeaders: searchHeaders,
});

import { z } from "zod";
import { companyName } from "#app/contract/company.ts";
import { country } from "#app/contract/country.ts";
import { email } from "#app/contract/email.ts";
import { endpoint } from "#app/contract/endpoint.ts";
import { id } from "#app/contract/id.ts";
import { manyLines, oneLine } from "#app/contract/one-line.ts";
import { pageHeaders, pageQuery, searchText } from "#app/contract/page.ts";
import { phone } from "#app/contract/phone.ts";
import { tooManyRequests } from "#app/contract/problem.ts";
import { isSeen } from "#app/contract/text.ts";
import { ADDRESS_WANTED, typedWebAddress } from "#app/contract/web-address.ts";
import { belongsToCompany, lastAdmin, notConfirmed, ownProfile } from "./problems.ts";

/** A person and their profile; fields are null until filled in. `role` is "admin" for an admin. */
const profile = z
  .object({
    /** Of the account. */
    _id: id,
    email: z.string(),
    /** Whether the person confirmed the address. */
    emailVerified: z.boolean(),
    name: z.string(),
    role: z.string().nullable(),
    phone: z.string().nullable(),
    linkedin: z.string().nullable(),
    location: z.string().nullable(),
    education: z.string().nullable(),
    company: z.string().nullable(),
    /** ISO 3166-1 alpha-2. */
    country: z.string().nullable(),
  })
  .meta({ id: "Profile" });

export type Profile = z.infer<typeof profile>;

const emptied = z.literal(["", null]).transform(() => null);

/** The fields of the profile form. */
export const profileInput = z.strictObject({
  name: oneLine(200).min(1),
  email,
  phone: z.union([phone, z.int().nonnegative().transform(String).pipe(phone)]),
  linkedin: z.union([z.literal(""), typedWebAddress], ADDRESS_WANTED),
  location: oneLine(200).refine(isSeen, "Location is required"),
  education: manyLines(2000),
  /** Both stay as they are when left out; an empty one is none. */
  company: z.union([companyName, emptied]).optional(),
  country: z.union([country, emptied]).optional(),
});

/** What buyers must also fill in, and staff need not. */
export const requiredOfBuyers = z.object({
  linkedin: z.string().min(1, "LinkedIn link is required"),
  education: z.string().refine(isSeen, "Education is required"),
});

const ofAddress = z.strictObject({ email });

export const isAdmin = endpoint({
  method: "GET",
  path: "/admin/{email}",
  access: "signed-in",
  summary: "Says whether the owner of this address is an admin; only the owner and admins may ask",
  params: ofAddress,
  output: z.object({ admin: z.boolean() }),
});

export const findMyProfile = endpoint({
  method: "GET",
  path: "/profile/{email}",
  access: "signed-in",
  summary: "Returns the caller's own profile",
  params: ofAddress,
  output: profile,
});

export const saveMyProfile = endpoint({
  method: "PUT",
  path: "/profile/{email}",
  access: "signed-in",
  summary: "Creates or replaces the caller's own profile; name, e-mail and role come from the account",
  params: ofAddress,
  body: profileInput,
  output: z.object({ acknowledged: z.literal(true), modifiedCount: z.int(), upsertedCount: z.int() }),
  refuses: [tooManyRequests],
});

export const listProfiles = endpoint({
  method: "GET",
  path: "/profiles",
  access: "admin",
  may: "manage-people",
  summary: "Lists all accounts, newest first, with or without a completed profile; without `limit` all of them",
  query: z.strictObject({
    ...pageQuery,
    /** Prefixes of words in the name or the e-mail. */
    q: searchText.optional(),
  }),
  output: z.array(profile),
  outputHeaders: pageHeaders,
  // A long list is sent one at a time.
  refuses: [tooManyRequests],
});

export const makeAdmin = endpoint({
  method: "PUT",
  path: "/profiles/admin/{email}",
  access: "admin",
  may: "manage-people",
  proof: "everybody",
  summary:
    "Makes the owner of this confirmed address an admin; the person and all owners are mailed. modifiedCount is 0 if they already are one or the address is unknown",
  params: ofAddress,
  output: z.object({ acknowledged: z.literal(true), modifiedCount: z.int() }),
  refuses: [notConfirmed, belongsToCompany],
});

export const demoteAdmin = endpoint({
  method: "DELETE",
  path: "/profiles/admin/{email}",
  access: "admin",
  may: "manage-people",
  proof: "everybody",
  summary: "Revokes the admin role, but never that of the last admin; the person and all owners are mailed",
  params: ofAddress,
  output: z.object({ acknowledged: z.literal(true), modifiedCount: z.int() }),
  refuses: [lastAdmin],
});

export const removeProfile = endpoint({
  method: "DELETE",
  path: "/profiles/{id}",
  access: "admin",
  may: "manage-people",
  proof: "with a second factor",
  summary: "Deletes an account with its sessions and rights; its orders stay, and its reviews lose their name",
  // Their reviews.
  changesPages: true,
  params: z.strictObject({ id }),
  output: z.object({ acknowledged: z.literal(true), deletedCount: z.int() }),
  refuses: [ownProfile, lastAdmin],
});

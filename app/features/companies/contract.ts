import { z } from "zod";
import { endpoint } from "#app/contract/endpoint.ts";
import { id } from "#app/contract/id.ts";
import { notFound, tooManyRequests } from "#app/contract/problem.ts";
import { linkSpent } from "#app/features/identity/problems.ts";
import { memberRoles } from "./facts.ts";
import { token } from "./fields.contract.ts";

/** Dollars and cents, such as `2500.00`. */
const amount = z.string();

export const member = z.object({
  /** Of the account. */
  _id: id,
  name: z.string(),
  email: z.string(),
  role: z.enum(memberRoles),
  /** An order above it waits for a manager; null for no limit. */
  orderLimit: amount.nullable(),
  joinedAt: z.iso.datetime(),
});

export const invitation = z.object({
  _id: id,
  email: z.string(),
  role: z.enum(memberRoles),
  orderLimit: amount.nullable(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
});

export const companyAddress = z.object({
  _id: id,
  label: z.string(),
  street: z.string(),
  postcode: z.string(),
  town: z.string(),
  /** ISO 3166-1 alpha-2. */
  country: z.string(),
  isForInvoices: z.boolean(),
  isDefault: z.boolean(),
});

/** A company as its members see it. */
export const company = z
  .object({
    _id: id,
    number: z.int(),
    name: z.string(),
    /** ISO 3166-1 alpha-2. */
    country: z.string(),
    taxNumber: z.string().nullable(),
    /** Where confirmations and invoices also go, once its owner has confirmed it. */
    documentsEmail: z.string().nullable(),
    isDocumentsEmailConfirmed: z.boolean(),
    /** Days to pay; null for the shop's usual ones. */
    termsDays: z.int().nullable(),
    creditLimit: amount.nullable(),
    /** How many per cent of new orders are to be paid before they are made. */
    depositPercent: z.int(),
    /** By how many per cent deliveries may differ from what was ordered. */
    tolerance: z.int(),
    createdAt: z.iso.datetime(),
    /** The caller's. */
    role: z.enum(memberRoles),
    /** Managers first, then by name. */
    members: z.array(member),
    /** Those that still can be accepted, newest first. */
    invitations: z.array(invitation),
    /** The default one first, then by name. */
    addresses: z.array(companyAddress),
  })
  .meta({ id: "Company" });

export type Company = z.infer<typeof company>;

/** The headers of an answer with a company. */
export const companyHeaders = { ETag: "the version of the company, for `If-Match`" };

export const findCompany = endpoint({
  method: "GET",
  path: "/company",
  access: "signed-in",
  summary: "Returns the caller's company with its members, open invitations and addresses",
  output: company,
  outputHeaders: companyHeaders,
  refuses: [notFound],
});

export const findMembership = endpoint({
  method: "GET",
  path: "/membership",
  access: "signed-in",
  summary: "Returns for which company the caller may order, up to which sum and to which addresses; null for none",
  output: z.object({
    membership: z
      .object({
        company: z.string(),
        /** ISO 3166-1 alpha-2. */
        country: z.string(),
        role: z.enum(memberRoles),
        orderLimit: amount.nullable(),
        /** The default one first, then by name. */
        addresses: z.array(companyAddress),
      })
      .nullable(),
  }),
});

export const findInvitation = endpoint({
  method: "GET",
  path: "/invitations/{token}",
  access: "public",
  summary: "Returns what the mailed link of an invitation offers, and to which address",
  params: z.strictObject({ token }),
  output: z.object({
    company: z.string(),
    email: z.string(),
    role: z.enum(memberRoles),
    orderLimit: amount.nullable(),
    expiresAt: z.iso.datetime(),
  }),
  refuses: [linkSpent, tooManyRequests],
});

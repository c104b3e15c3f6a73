import { z } from "zod";
import { endpoint } from "#app/contract/endpoint.ts";
import { id, idOrNumber } from "#app/contract/id.ts";
import { manyLines } from "#app/contract/one-line.ts";
import { pageQuery, searchHeaders, searchText } from "#app/contract/page.ts";
import { notFound } from "#app/contract/problem.ts";
import { companyAddress, companyHeaders, invitation, member } from "#app/features/companies/contract.ts";
import { dollars } from "#app/features/companies/fields.contract.ts";
import { companyChanged } from "#app/features/companies/problems.ts";
import { order } from "#app/features/orders/contract.ts";
import { TOLERANCE_MAX } from "#app/features/orders/facts.ts";
import { LONG_DUE_DAYS } from "#app/features/orders/rules.ts";
import { buyerRow, buyerSort, value } from "./contract.ts";
import { COMPANY_NOTES_MAX } from "./facts.ts";

/** Dollars and cents, such as `2500.00`. */
const amount = z.string();

/** A company as staff see it. */
export const companyPage = z
  .object({
    /** Of the company it was merged into, if it was. */
    _id: id,
    number: z.int(),
    name: z.string(),
    /** ISO 3166-1 alpha-2. */
    country: z.string(),
    taxNumber: z.string().nullable(),
    documentsEmail: z.string().nullable(),
    isDocumentsEmailConfirmed: z.boolean(),
    createdAt: z.iso.datetime(),
    /** When its only member's account was deleted; null while it is open. */
    closedAt: z.iso.datetime().nullable(),
    /** Days to pay; null for the shop's usual ones. */
    termsDays: z.int().nullable(),
    /** Null for no limit. */
    creditLimit: amount.nullable(),
    /** How many per cent of its new orders are to be paid before they are made. */
    depositPercent: z.int(),
    /** By how many per cent deliveries of its new orders may differ from what was ordered. */
    tolerance: z.int(),
    /** What staff wrote for one another. */
    notes: z.string(),
    /** `isBuyer`: has ordered, so that there is a page of theirs. */
    members: z.array(z.object({ ...member.shape, isBuyer: z.boolean() })),
    invitations: z.array(invitation),
    addresses: z.array(companyAddress),
    /** Orders that were neither declined nor cancelled, as they were summed last. */
    orders: z.int(),
    value,
    /** Days in the shop's time zone; null without orders. */
    firstOn: z.iso.date().nullable(),
    lastOn: z.iso.date().nullable(),
    /** What counts against the credit limit, now: what is left to pay of invoices, and what is accepted without one. */
    credit: z.object({ open: amount, uninvoiced: amount }),
    /** Newest first, ended ones too. */
    newest: z.array(order),
  })
  .meta({ id: "CompanyPage" });

export type CompanyPage = z.infer<typeof companyPage>;

export const listCompanies = endpoint({
  method: "GET",
  path: "/companies",
  access: "admin",
  may: "see-buyers",
  summary: "Lists companies with the sums of their orders, by name unless `sort` says otherwise",
  query: z.strictObject({ ...pageQuery, q: searchText.optional(), sort: buyerSort.optional() }),
  output: z.array(buyerRow),
  outputHeaders: searchHeaders,
});

const ofOne = { params: z.strictObject({ id: idOrNumber }) };

export const findCompanyPage = endpoint({
  method: "GET",
  path: "/companies/{id}",
  access: "admin",
  may: "see-buyers",
  summary: "Returns a company by id or number; those of a company that was merged lead to the one it was merged into",
  ...ofOne,
  output: companyPage,
  outputHeaders: companyHeaders,
  refuses: [notFound],
});

/** What the shop agrees with a company. Only whoever looks after money may change days, limit and deposit. */
export const terms = z.strictObject({
  termsDays: z.int().min(0).max(LONG_DUE_DAYS, `At most ${LONG_DUE_DAYS} days`).nullable(),
  creditLimit: dollars,
  depositPercent: z.int().max(100, "At most 100 %").min(0).default(0),
  tolerance: z.int().min(0).max(TOLERANCE_MAX, `At most ${TOLERANCE_MAX} %`),
  notes: manyLines(COMPANY_NOTES_MAX).default(""),
});

export const saveTerms = endpoint({
  method: "PUT",
  path: "/companies/{id}/terms",
  access: "admin",
  may: "see-buyers",
  summary:
    "Sets what is agreed with a company, if it is still the version `If-Match` names. Days to pay, credit limit and deposit are changed by whoever may manage money",
  ...ofOne,
  headers: z.object({ "if-match": z.string().max(200).optional() }),
  body: terms,
  output: companyPage,
  outputHeaders: companyHeaders,
  refuses: [notFound, companyChanged],
});

import { z } from "zod";
import { email } from "#app/contract/email.ts";
import { endpoint } from "#app/contract/endpoint.ts";
import { id, idOrNumber } from "#app/contract/id.ts";
import { keyReused, notFound, requestRunning } from "#app/contract/problem.ts";
import { companyFields } from "#app/features/companies/fields.contract.ts";
import { alreadyMember, companyChanged, staffCannotJoin } from "#app/features/companies/problems.ts";
import { companyClosed, hasManager, sameCompany } from "./problems.ts";

const keyed = { "idempotency-key": z.string().min(1).max(200) };

const manager = z.strictObject({
  /** Of somebody with an account or without one, who gets an invitation. */
  email,
});

const { name, country, taxNumber } = companyFields;

export const foundingInput = z.strictObject({ name, country, taxNumber, email });

export const foundForCustomer = endpoint({
  method: "POST",
  path: "/companyFoundings",
  access: "admin",
  may: "see-buyers",
  summary: "Founds a company for a customer, and invites its manager by mail",
  headers: z.object(keyed),
  body: foundingInput,
  output: z.object({ acknowledged: z.literal(true), insertedId: id, number: z.int() }),
  refuses: [alreadyMember, staffCannotJoin, requestRunning, keyReused],
});

const ofOne = z.strictObject({ id: idOrNumber });

export const nameManager = endpoint({
  method: "POST",
  path: "/companies/{id}/managers",
  access: "admin",
  may: "see-buyers",
  summary:
    "Names a manager for a company that has none: a member becomes one at once, anybody else gets an invitation by mail, in place of an earlier one",
  params: ofOne,
  headers: z.object(keyed),
  body: manager,
  output: z.object({ acknowledged: z.literal(true), isInvited: z.boolean() }),
  refuses: [notFound, companyClosed, hasManager, alreadyMember, staffCannotJoin, requestRunning, keyReused],
});

export const mergeCompany = endpoint({
  method: "POST",
  path: "/companies/{id}/merges",
  access: "admin",
  may: "see-buyers",
  summary:
    "Merges a company into another, if it is still the version `If-Match` names: its members, orders, sheets, requests, addresses and credit move there, and its number leads there. Terms are those of the other",
  params: ofOne,
  headers: z.object({ ...keyed, "if-match": z.string().max(200).optional() }),
  body: z.strictObject({
    /** The company that stays. */
    into: id,
  }),
  output: z.object({ acknowledged: z.literal(true), number: z.int(), members: z.int(), orders: z.int() }),
  refuses: [notFound, companyClosed, sameCompany, companyChanged, requestRunning, keyReused],
});

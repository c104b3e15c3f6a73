import { z } from "zod";
import { email } from "#app/contract/email.ts";
import { endpoint } from "#app/contract/endpoint.ts";
import { id } from "#app/contract/id.ts";
import { keyReused, notFound, requestRunning, tooManyRequests } from "#app/contract/problem.ts";
import { emailNotVerified, linkSpent, otherAddress } from "#app/features/identity/problems.ts";
import { company, companyHeaders } from "./contract.ts";
import { addressFields, companyFields, memberFields, token } from "./fields.contract.ts";
import {
  alreadyMember,
  companyChanged,
  labelTaken,
  lastManager,
  managersOnly,
  staffCannotJoin,
  tooManyAddresses,
} from "./problems.ts";

const key = z.object({ "idempotency-key": z.string().min(1).max(200) });
const ifMatch = z.object({ "if-match": z.string().max(200).optional() });
const acknowledged = z.object({ acknowledged: z.literal(true) });

const foundingInput = z.strictObject({
  ...companyFields,
  /** Whether the caller's earlier orders and sheets become the company's. */
  bringOrders: z.boolean().default(false),
});

export const foundCompany = endpoint({
  method: "POST",
  path: "/companies",
  access: "signed-in",
  summary: "Founds a company, whose manager the caller is; may bring the caller's earlier orders along",
  headers: key,
  body: foundingInput,
  output: z.object({ acknowledged: z.literal(true), insertedId: id, number: z.int() }),
  refuses: [emailNotVerified, staffCannotJoin, alreadyMember, requestRunning, keyReused, tooManyRequests],
});

const companyInput = z.strictObject(companyFields);

export const saveCompany = endpoint({
  method: "PUT",
  path: "/company",
  access: "signed-in",
  summary:
    "Replaces what managers say about their company, if it is still the version `If-Match` names; otherwise the refusal has the present one in `now`. A new address for documents gets a mail to confirm it",
  headers: ifMatch,
  body: companyInput,
  output: company,
  outputHeaders: companyHeaders,
  refuses: [notFound, managersOnly, companyChanged, tooManyRequests],
});

export const confirmDocumentsEmail = endpoint({
  method: "PUT",
  path: "/documentsEmails/{token}",
  access: "public",
  summary: "Confirms a company's address for documents by the link that was mailed there",
  params: z.strictObject({ token }),
  output: z.object({ company: z.string(), email: z.string() }),
  refuses: [linkSpent, tooManyRequests],
});

const addressInput = z.strictObject(addressFields);

export const addAddress = endpoint({
  method: "POST",
  path: "/company/addresses",
  access: "signed-in",
  summary: "Adds an address to the company's address book; for managers",
  headers: key,
  body: addressInput,
  output: z.object({ acknowledged: z.literal(true), insertedId: id }),
  refuses: [notFound, managersOnly, labelTaken, tooManyAddresses, requestRunning, keyReused, tooManyRequests],
});

const ofOne = z.strictObject({ id });

export const saveAddress = endpoint({
  method: "PUT",
  path: "/company/addresses/{id}",
  access: "signed-in",
  summary: "Replaces an address of the company, if the company is still the version `If-Match` names; for managers",
  params: ofOne,
  headers: ifMatch,
  body: addressInput,
  output: company,
  outputHeaders: companyHeaders,
  refuses: [notFound, managersOnly, companyChanged, labelTaken, tooManyRequests],
});

export const removeAddress = endpoint({
  method: "DELETE",
  path: "/company/addresses/{id}",
  access: "signed-in",
  summary: "Removes an address of the company, if the company is still the version `If-Match` names; for managers",
  params: ofOne,
  headers: ifMatch,
  output: company,
  outputHeaders: companyHeaders,
  refuses: [notFound, managersOnly, companyChanged, tooManyRequests],
});

export const saveMember = endpoint({
  method: "PUT",
  path: "/company/members/{id}",
  access: "signed-in",
  summary:
    "Sets a member's role and order limit, if the company is still the version `If-Match` names; for managers. Only purchasers have a limit",
  params: ofOne,
  headers: ifMatch,
  body: z.strictObject(memberFields),
  output: company,
  outputHeaders: companyHeaders,
  refuses: [notFound, managersOnly, companyChanged, lastManager, tooManyRequests],
});

export const removeMember = endpoint({
  method: "DELETE",
  path: "/company/members/{id}",
  access: "signed-in",
  summary: "Removes a member from the company, for managers; anybody may leave. Orders stay with the company",
  params: ofOne,
  output: acknowledged,
  refuses: [notFound, managersOnly, lastManager, tooManyRequests],
});

export const invitationInput = z.strictObject({ email, ...memberFields });

export const invite = endpoint({
  method: "POST",
  path: "/company/invitations",
  access: "signed-in",
  summary:
    "Mails an invitation into the caller's company, in place of an earlier one to this address; for managers. The answer does not say whether the address has an account",
  headers: key,
  body: invitationInput,
  output: acknowledged,
  refuses: [emailNotVerified, notFound, managersOnly, alreadyMember, requestRunning, keyReused, tooManyRequests],
});

export const withdrawInvitation = endpoint({
  method: "DELETE",
  path: "/company/invitations/{id}",
  access: "signed-in",
  summary: "Withdraws an invitation that nobody has accepted yet; for managers",
  params: ofOne,
  output: acknowledged,
  refuses: [notFound, managersOnly, tooManyRequests],
});

export const acceptInvitation = endpoint({
  method: "POST",
  path: "/invitations/{token}",
  access: "signed-in",
  summary: "Joins the company by the mailed link, once; only the invited address may, once it is confirmed",
  params: z.strictObject({ token }),
  headers: key,
  output: z.object({ acknowledged: z.literal(true), company: z.string() }),
  refuses: [
    linkSpent,
    otherAddress,
    emailNotVerified,
    staffCannotJoin,
    alreadyMember,
    requestRunning,
    keyReused,
    tooManyRequests,
  ],
});

import { z } from "zod";
import { companyName } from "#app/contract/company.ts";
import { country } from "#app/contract/country.ts";
import { day } from "#app/contract/day.ts";
import { email } from "#app/contract/email.ts";
import { endpoint } from "#app/contract/endpoint.ts";
import { id, idOrNumber } from "#app/contract/id.ts";
import { pageQuery, searchHeaders } from "#app/contract/page.ts";
import { phone } from "#app/contract/phone.ts";
import { price, priceInput } from "#app/contract/price.ts";
import { keyReused, notFound, requestRunning, tooManyRequests } from "#app/contract/problem.ts";
import { pieces } from "#app/contract/quantity.ts";
import { emailNotVerified } from "#app/features/identity/problems.ts";
import { order } from "#app/features/orders/contract.ts";
import { aboveAvailable, belowMinimum, priceChanged } from "#app/features/orders/problems.ts";
import { trim } from "#app/features/trims/contract.ts";
import { MAX_LINES } from "./facts.ts";
import { draftChanged } from "./problems.ts";

/** The fields of a draft besides its lines; null where nothing is written yet. */
const written = {
  poNumber: z.string().nullable(),
  /** A day of the house. */
  wantedOn: z.iso.date().nullable(),
  address: z.string().nullable(),
  phone: z.string().nullable(),
  note: z.string().nullable(),
  company: z.string().nullable(),
  /** ISO 3166-1 alpha-2. */
  country: z.string().nullable(),
};

/** A line that is not sent yet. It holds no stock. */
const draftLine = z.object({
  trimId: id,
  orderQuantity: z.int(),
  /** It has left the catalogue: `trim` is null, and `name` its last one. */
  gone: z.boolean(),
  name: z.string(),
  trim: trim.nullable(),
  /** What one piece cost at this quantity when the buyer last saw it; null if it was gone even then. */
  seenPrice: price.nullable(),
  seenAt: z.iso.datetime(),
});

/** A person's unsent order sheet. */
const draft = z.object({ lines: z.array(draftLine), ...written }).meta({ id: "OrderDraft" });

export type Draft = z.infer<typeof draft>;
export type DraftLine = z.infer<typeof draftLine>;

const draftHeaders = { ETag: "the version of the draft, for `If-Match`" };

/** Left out, null and nothing but spaces are all none. */
const none = z
  .union([z.null(), z.string().regex(/^\s*$/)])
  .optional()
  .transform(() => null);

/** What a form may leave empty. */
const orNone = <Field extends z.ZodType>(field: Field) => z.union([none, field]);

const oneLine = (most: number) =>
  z
    .string()
    .trim()
    .max(most, `At most ${most} characters`)
    .regex(/^\P{Cc}*$/u, "Please write it on one line");

const poNumber = orNone(oneLine(60));
const note = orNone(z.string().trim().max(1000, "At most 1000 characters"));
const company = orNone(companyName);

/** No trim stands on a sheet twice: its pieces are of one line. */
function refuseTwice({ value, issues }: { value: readonly { trimId: string }[]; issues: z.core.$ZodRawIssue[] }): void {
  const seen = new Set<string>();
  for (const [at, { trimId }] of value.entries()) {
    if (seen.has(trimId)) {
      const message = "This trim is on the sheet already";
      issues.push({ code: "custom", path: [at, "trimId"], message, input: trimId });
    }
    seen.add(trimId);
  }
}

/** What a draft holds may still be impossible to order: it is judged when it is sent. */
const draftInput = z.strictObject({
  lines: z
    .array(
      z.strictObject({
        trimId: id,
        orderQuantity: pieces,
        /**
         * The price that the buyer has now seen. Left out, an unchanged line keeps the one it had, and a new or changed
         * line takes that of the moment.
         */
        seenPrice: priceInput.optional(),
      }),
    )
    .max(MAX_LINES, `At most ${MAX_LINES} lines`)
    .check(refuseTwice),
  poNumber,
  wantedOn: orNone(day),
  address: orNone(z.string().trim().max(1000, "At most 1000 characters")),
  phone: orNone(oneLine(60)),
  note,
  company,
  country: orNone(country),
});

export type DraftInput = z.output<typeof draftInput>;

export const findDraft = endpoint({
  method: "GET",
  path: "/orderDraft",
  access: "signed-in",
  summary: "Returns the caller's unsent order sheet; an empty one if nothing was written yet",
  output: draft,
  outputHeaders: draftHeaders,
});

export const saveDraft = endpoint({
  method: "PUT",
  path: "/orderDraft",
  access: "signed-in",
  summary:
    "Replaces the caller's draft if it is still the version `If-Match` names; otherwise the refusal has the present draft in `now`",
  headers: z.object({ "if-match": z.string().max(200).optional() }),
  body: draftInput,
  output: draft,
  outputHeaders: draftHeaders,
  refuses: [draftChanged],
});

export const matchArticles = endpoint({
  method: "POST",
  path: "/orderDraft/matches",
  access: "signed-in",
  summary: "Finds the trims that a list names by article number (`003`, `3`, `No. 003`, `Art. 003`) or exact name",
  body: z.strictObject({ articles: z.array(z.string().max(300)).min(1).max(MAX_LINES) }),
  output: z.array(
    z.object({
      article: z.string(),
      trim: trim.nullable(),
      /** The best match of the search where no trim is called that. */
      nearest: z.object({ _id: id, number: z.int(), name: z.string() }).nullable(),
    }),
  ),
  refuses: [tooManyRequests],
});

/** What the orders of a sheet have in common, as it was sent. */
const sheetShape = {
  _id: id,
  /** People read *Sheet S-31*. */
  number: z.int(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  address: z.string(),
  company: z.string().nullable(),
  /** ISO 3166-1 alpha-2. */
  country: z.string().nullable(),
  poNumber: z.string().nullable(),
  /** A day of the house. */
  wantedOn: z.iso.date().nullable(),
  note: z.string().nullable(),
  createdAt: z.iso.datetime(),
  /** How many orders were sent, with how many pieces. */
  lines: z.int(),
  pieces: z.int(),
  /** In dollars and cents: each line rounded half up, then added. Also of orders that have ended since. */
  total: z.string(),
};

const listedSheet = z.object(sheetShape).meta({ id: "ListedOrderSheet" });

/** A sent sheet with its orders, in the order of its lines, also those that have ended since. */
const sheet = z.object({ ...sheetShape, orders: z.array(order) }).meta({ id: "OrderSheet" });

export type Sheet = z.infer<typeof sheet>;

/** What the sheet's page sends. */
const sheetInput = z.strictObject({
  name: z.string().trim().min(1).max(200),
  email,
  phone,
  address: z.string().trim().min(1, "Address is required").max(1000, "At most 1000 characters"),
  poNumber,
  /** Today or later, by the calendar of the house. */
  wantedOn: orNone(day),
  note,
  company,
  country: orNone(country),
  lines: z
    .array(
      z.strictObject({
        trimId: id,
        orderQuantity: pieces,
        /** The price per piece that the buyer saw; another price of the moment refuses the sheet. */
        unitPrice: priceInput.optional(),
      }),
    )
    .min(1, "Please add a line")
    .max(MAX_LINES, `At most ${MAX_LINES} lines`)
    .check(refuseTwice),
});

export type SheetInput = z.output<typeof sheetInput>;

/**
 * All lines are judged, and nothing is ordered if one is refused. `errors` names each by its place, counted from 0:
 * `lines.3.orderQuantity`, and `lines.3.unitPrice` for a price, whose present value is in `now` under that name. The code
 * is that of the first kind found, in the order of `refuses`.
 */
export const sendSheet = endpoint({
  method: "POST",
  path: "/orderSheets",
  access: "signed-in",
  summary: "Sends an order sheet: each line becomes an order, all of them or none; empties the caller's draft",
  changesPages: true,
  headers: z.object({ "idempotency-key": z.string().min(1).max(200) }),
  body: sheetInput,
  output: z.object({ acknowledged: z.literal(true), insertedId: id, number: z.int(), orderIds: z.array(id) }),
  refuses: [
    notFound,
    belowMinimum,
    aboveAvailable,
    priceChanged,
    emailNotVerified,
    requestRunning,
    keyReused,
    tooManyRequests,
  ],
});

export const listSheets = endpoint({
  method: "GET",
  path: "/orderSheets",
  access: "signed-in",
  summary: "Lists sent order sheets, newest first: the caller's own with `email`, all of them for an admin without it",
  query: z.strictObject({
    ...pageQuery,
    email: email.optional(),
    /** `S-31`, a PO number or its beginning, or prefixes of words in the buyer's e-mail, name or company. */
    q: z.string().trim().max(80).optional(),
  }),
  output: z.array(listedSheet),
  outputHeaders: searchHeaders,
});

export const findSheet = endpoint({
  method: "GET",
  path: "/orderSheets/{id}",
  access: "signed-in",
  summary: "Returns a sent order sheet with its orders, by id or number: buyers see their own, admins any",
  params: z.strictObject({ id: idOrNumber }),
  output: sheet,
  refuses: [notFound],
});

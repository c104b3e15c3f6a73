import { z } from "zod";
import { endpoint } from "#app/contract/endpoint.ts";
import { id } from "#app/contract/id.ts";
import { searchText } from "#app/contract/page.ts";
import { price } from "#app/contract/price.ts";
import { invoiceStates } from "#app/features/money/facts.ts";
import { order } from "#app/features/orders/contract.ts";

/** How many are shown of each kind. */
export const HITS = 5;

/** How many there are; `isCapped`: counting stopped there. */
const counted = { total: z.int(), isCapped: z.boolean() };

const { _id, number, name, email, productName, orderQuantity, total, createdAt, poNumber } = order.shape;
const { review, shipping, payment, dueOn } = order.shape;
const company = z.string().nullable();
const path = z.string();

const orders = z.object({
  kind: z.literal("orders"),
  ...counted,
  hits: z.array(
    z.object({
      ...{ _id, number, name, email, company, productName, orderQuantity, total, createdAt, poNumber, path },
      ...{ review, shipping, payment, dueOn },
    }),
  ),
});

const sheets = z.object({
  kind: z.literal("sheets"),
  ...counted,
  hits: z.array(z.object({ _id, number, name, email, company, lines: z.int(), total, createdAt, poNumber, path })),
});

const companies = z.object({
  kind: z.literal("companies"),
  ...counted,
  hits: z.array(
    z.object({
      ...{ _id, number, name, path },
      /** ISO 3166-1 alpha-2. */
      country: z.string().nullable(),
      /** The names of the first of its members. */
      members: z.array(z.string()),
      orders: z.int(),
      value: z.string(),
      /** What is left to pay of its invoices. */
      unpaid: z.string(),
    }),
  ),
});

const buyers = z.object({
  kind: z.literal("buyers"),
  ...counted,
  hits: z.array(
    z.object({
      ...{ _id, name, email, company, path },
      /** ISO 3166-1 alpha-2. */
      country: z.string().nullable(),
      orders: z.int(),
      value: z.string(),
      /** Of `value`, what is invoiced and not paid. */
      unpaid: z.string(),
    }),
  ),
});

const invoices = z.object({
  kind: z.literal("invoices"),
  ...counted,
  hits: z.array(
    z.object({
      _id,
      /** `2026-00441` */
      number: z.string(),
      ...{ name, company, path },
      total: z.string(),
      issuedOn: z.iso.date(),
      dueOn: z.iso.date(),
      state: z.enum(invoiceStates),
    }),
  ),
});

const products = z.object({
  kind: z.literal("products"),
  ...counted,
  hits: z.array(
    z.object({ _id: id, number: z.int(), name: z.string(), price, quantity: z.int(), img: z.string(), path }),
  ),
});

/** A kind with what was found of it. */
const found = z.discriminatedUnion("kind", [orders, sheets, companies, buyers, invoices, products]);

export type Found = z.infer<typeof found>;

const answer = z
  .object({
    /** Words that were typed and found nothing, with those that were looked for instead. */
    corrections: z.array(z.object({ typed: z.string(), meant: z.string() })),
    /** Kinds without hits are left out. First the kind of which the number is that was typed. */
    found: z.array(found),
  })
  .meta({ id: "SearchAnswer" });

export type SearchAnswer = z.infer<typeof answer>;

export const findAnything = endpoint({
  method: "GET",
  path: "/search",
  access: "signed-in",
  summary: `Finds orders, sheets, invoices and products by whatever one knows of them, for staff also companies, buyers and accounts without orders, up to ${HITS} of each, the newest first; a buyer finds their own and what their company bought`,
  query: z.object({
    /** As `q` of `GET /allOrders`; also an invoice's number. */
    q: searchText.min(1),
  }),
  output: answer,
});

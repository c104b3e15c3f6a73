import type { ShipTo } from "#app/contract/ship-to.ts";
import type { Charge } from "#app/features/orders/charges/charge.rules.ts";
import type { DocumentKind } from "#app/features/orders/documents.rules.ts";

export type Kind = DocumentKind | "credit-note";

/** The company, as its documents show it. */
export type Seller = {
  address: readonly string[];
  contact: string;
  /** Where and under which number it is registered; older invoices do not say. */
  register?: string;
  /** Where to pay: `["Account", "0000 1234 5678"]`. */
  bank: readonly (readonly [label: string, value: string])[];
  terms: readonly string[];
  /** How it is registered for tax; older invoices do not say. */
  tax?: SellerTax;
};

/** How the seller is registered for tax. */
export type SellerTax = {
  /** ISO 3166-1 alpha-2; without it nothing is taxed. */
  country: string | undefined;
  number: string | undefined;
  /** Per cent at home, as decimal text with at most two places. */
  rate: string;
};

/** What tax an invoice charges, and why. Money is dollars and cents, as decimal text. */
export type Tax = {
  /** Per cent: `20`, `8.25`. */
  rate: string;
  amount: string;
  /** With the tax. */
  total: string;
  /** What the law wants to read there. */
  sentence: string | null;
  sellerNumber: string | null;
  buyerNumber: string | null;
};

/** One order on a document. Money is exact, as decimal text. */
export type DocumentLine = {
  /** The order's number. */
  order: number;
  /** The article's; null when its trim is unknown. */
  article: number | null;
  item: string;
  /** The product line in words. */
  line: string | null;
  pieces: number;
  packingUnit: number | null;
  unitPrice: string;
  total: string;
};

/** All that a document says. The same facts make the same document; an invoice is kept as these. */
export type DocumentFacts = {
  kind: Kind;
  /** The document's own number, such as `2026-00001`, or else that of its order or sheet. */
  number: string;
  /** `Order No. 46` or `Sheet S-31`. */
  of: string;
  /** The moment it is dated, and the day of that moment in the shop's time zone. */
  at: string;
  day: string;
  /** Days in the shop's time zone. */
  dueOn: string | null;
  wantedOn: string | null;
  poNumber: string | null;
  seller: Seller;
  buyer: {
    name: string;
    company: string | null;
    email: string;
    phone: string;
    address: string;
    /** The country in words. */
    country: string | null;
    /** The fields that the address was composed of, if it was. */
    shipTo?: ShipTo;
    taxNumber?: string;
  };
  /** Whom it is billed to, line by line; without it, whoever it is delivered to. */
  billTo?: readonly string[];
  shipment: { carrier: string | null; trackingNumber: string | null };
  /** What the buyer wrote. */
  note: string | null;
  /** Of a confirmation: whether we have not accepted everything yet. */
  isInReview?: boolean;
  /** Of a confirmation that is not the first. */
  version?: number;
  /** Of an invoice; older ones say nothing about it. Of a credit note, as its invoice charged it. */
  tax?: Tax;
  /** Of a credit note: the invoice that it takes back from, and why. */
  credits?: { invoice: string; reason: string };
  lines: readonly DocumentLine[];
  /** Of an invoice: what was paid of it before, in dollars and cents. Of a pro-forma: what is to be paid before it is made. */
  deposit?: string;
  /** Of a pro-forma: how many per cent that is; null if it differs from line to line. */
  depositPercent?: number | null;
  /** Freight and discounts; older invoices, and documents without any, say nothing about them. */
  charges?: readonly Charge[];
};

import { lines as lineNames } from "#app/content/lines.ts";
import { dayAt } from "#app/contract/calendar.ts";
import { nameCountry } from "#app/contract/country-name.ts";
import { toCents, totalPrice, writeCents } from "#app/contract/money.ts";
import { type AddressParts, composeAddress } from "#app/features/companies/rules.ts";
import { listAddress } from "#app/features/orders/address.rules.ts";
import { type Charge, centsOf, totalWith } from "#app/features/orders/charges/charge.rules.ts";
import { sumDeposit } from "#app/features/orders/deposit/deposit.rules.ts";
import type { DocumentFacts, DocumentLine, Kind, Seller } from "./facts.ts";
import type { Of, Source, SourceLine } from "./queries.server.ts";
import { limitCharges, toCharge } from "./rules.ts";
import { findTax } from "./tax.rules.ts";

type Line = Omit<SourceLine, "sheetId">;

type Gathered = {
  kind: Kind;
  of: Of;
  source: Omit<Source, "version" | "companyId" | "isBuyerGone">;
  lines: readonly Line[];
  seller: Seller;
  timeZone: string;
  /** The moment it is dated. */
  at: string;
  /** Of a confirmation. */
  version?: number;
  /** Freight and discounts; a packing list says nothing about them. */
  charges?: readonly Charge[];
  /** Of an invoice. */
  invoice?: { number: string; dueOn: string };
};

/** Puts together what a document says. */
export function gatherFacts({
  kind,
  of,
  source,
  lines,
  seller,
  timeZone,
  at,
  version = 1,
  charges: agreed = [],
  invoice,
}: Gathered): DocumentFacts {
  const number = of === "order" ? String(source.number) : `S-${source.number}`;
  const { name, company, email, phone, address, country, taxNumber, shipTo, billTo } = source;
  const said = lines.map(kind === "invoice" ? toBilled : toLine);
  const totals = said.map(({ total }) => total);
  const charges = limitCharges(
    agreed.map((charge) => ({ ...charge, cents: centsOf(charge) })),
    toCents(totalWith(totals, [])),
  ).map(toCharge);
  const net = totalWith(totals, charges);
  const tax = invoice && seller.tax && findTax(seller.tax, { country, taxNumber }, net);
  return {
    kind,
    number: invoice?.number ?? number,
    of: of === "order" ? `Order No. ${number}` : `Sheet ${number}`,
    at,
    day: dayAt(new Date(at), timeZone),
    dueOn: invoice?.dueOn ?? null,
    wantedOn: source.wantedOn,
    poNumber: source.poNumber,
    seller: seller,
    buyer: {
      ...{ name, company, email, phone, address, country: country && nameCountry(country) },
      ...(shipTo && { shipTo }),
      ...(taxNumber && { taxNumber }),
    },
    ...(billTo && { billTo: listBillTo({ company, name, ...billTo }) }),
    shipment: { carrier: join(lines, "carrier"), trackingNumber: join(lines, "trackingNumber") },
    note: source.note,
    ...(kind === "confirmation" && version > 1 ? { version } : {}),
    ...(kind === "confirmation" ? { isInReview: lines.some(({ review }) => review === "in-review") } : {}),
    lines: said,
    ...(kind === "proforma" ? toDeposit(lines, charges) : {}),
    ...(charges.length > 0 && kind !== "packing" ? { charges } : {}),
    ...(tax ? { tax } : {}),
  };
}

/** What is to be paid before it is made; nothing where none was agreed. */
function toDeposit(lines: readonly Line[], charges: readonly Charge[]) {
  const { percent, due } = sumDeposit(lines, charges);
  return due > 0n ? { deposit: writeCents(due), depositPercent: percent } : {};
}

/** Company, person and the address that is meant for invoices. */
function listBillTo({ company, name, ...place }: { company: string | null; name: string } & AddressParts): string[] {
  return listAddress({ company, name, address: composeAddress(place), country: null });
}

function toLine({ order, article, item, line, pieces, packingUnit, unitPrice, total }: Line): DocumentLine {
  return { order, article, item, line: line && lineNames[line].name, pieces, packingUnit, unitPrice, total };
}

function toBilled(line: Line): DocumentLine {
  if (line.billed === line.pieces) return toLine(line);
  return toLine({ ...line, pieces: line.billed, total: totalPrice(line.unitPrice, line.billed) });
}

/** The shipments of the lines; most documents have one parcel. */
function join(lines: readonly Line[], field: "carrier" | "trackingNumber"): string | null {
  return [...new Set(lines.flatMap((line) => line[field] ?? []))].join(", ") || null;
}

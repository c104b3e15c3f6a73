import { roundToCents } from "#app/contract/money.ts";
import type { SellerTax, Tax } from "./facts.ts";

/** The member states of the European Union, as tax numbers and deliveries count them. */
const union = new Set("AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK".split(" "));

type Treatment = "not charged" | "home" | "within the union" | "export";

const sentences: Record<Treatment, string | null> = {
  "not charged": "No tax is charged.",
  home: null,
  // Council Directive 2006/112/EC, articles 138 and 226 (11).
  "within the union": "Intra-Community supply, exempt under article 138 of Directive 2006/112/EC.",
  export: "Export, exempt from tax.",
};

/**
 * How a delivery to this country is taxed: at the home rate at home, and within the union to buyers without a tax
 * number; not at all elsewhere. A country that is not known is taxed as home.
 */
function treatmentOf(seller: SellerTax, buyer: { country: string | null; taxNumber: string | null }): Treatment {
  if (!seller.country) return "not charged";
  const country = buyer.country ?? seller.country;
  if (country === seller.country) return "home";
  if (!union.has(seller.country) || !union.has(country)) return "export";
  return buyer.taxNumber ? "within the union" : "home";
}

/**
 * The tax on an invoice or credit note: its rate times the net sum, rounded half up to cents once. Sums are dollars as
 * decimal text.
 */
export function findTax(
  seller: SellerTax,
  buyer: { country: string | null; taxNumber: string | null },
  net: string,
): Tax {
  const treatment = treatmentOf(seller, buyer);
  const rate = treatment === "home" ? seller.rate : "0";
  const amount = multiply(net, rate);
  return {
    rate,
    amount,
    total: add(net, amount),
    sentence: sentences[treatment],
    sellerNumber: seller.number ?? null,
    buyerNumber: buyer.taxNumber,
  };
}

const toCents = (amount: string) => BigInt(roundToCents(amount).replace(".", ""));

function toText(cents: bigint): string {
  const digits = cents.toString().padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

const add = (a: string, b: string) => toText(toCents(a) + toCents(b));

/** So many per cent of an amount, rounded half up to cents. */
function multiply(amount: string, percent: string): string {
  const [whole = "0", hundredths = ""] = percent.split(".");
  const rate = BigInt(whole + hundredths.padEnd(2, "0"));
  return toText((toCents(amount) * rate + 5000n) / 10_000n);
}

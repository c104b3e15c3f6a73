import { roundToCents, toCents, writeCents } from "#app/contract/money.ts";
import { type Charge, spread, totalWith } from "#app/features/orders/charges/charge.rules.ts";
import type { ChargeKind } from "#app/features/orders/facts.ts";

import type { DocumentFacts } from "./facts.ts";

/** Where paper is Letter (CLDR, paperSize US-Letter). Everywhere else it is A4. */
const letterCountries = "BZ CA CL CO CR GT MX NI PA PH PR SV US VE".split(" ");

/** The paper of a buyer's country; undefined when that is not known. */
export function paperOf(country: string | null): "A4" | "Letter" | undefined {
  if (country === null) return undefined;
  return letterCountries.includes(country) ? "Letter" : "A4";
}

/** What is left to bill of a charge, in cents; a discount is negative. */
export type Unbilled = { id: string; kind: ChargeKind; reason: string; cents: bigint };

/** The charges that a paper over these goods, in cents, can bear: discounts never make it less than nothing. */
export function limitCharges<Part extends { cents: bigint }>(charges: readonly Part[], goods: bigint): Part[] {
  const freight = charges.reduce((sum, { cents }) => (cents > 0n ? sum + cents : sum), 0n);
  let left = goods + freight;
  return charges.flatMap((charge) => {
    if (charge.cents >= 0n) return [charge];
    let taken = -charge.cents;
    if (taken > left) taken = left;
    left -= taken;
    return taken > 0n ? [{ ...charge, cents: -taken }] : [];
  });
}

/** As a document says it. */
export function toCharge({ kind, reason, cents }: Omit<Unbilled, "id">): Charge {
  return { kind, reason, amount: writeCents(cents < 0n ? -cents : cents) };
}

/**
 * What an invoice bills of each of its lines: the net total in cents, and shares of the charges and of the tax, which add
 * up to them to the cent. `freight` is what of it is freight, with its tax.
 */
export function listBilled(
  lines: readonly { id: string; pieces: number; total: string }[],
  tax = "0",
  charges: readonly Unbilled[] = [],
) {
  const goods = lines.map(({ total }) => toCents(roundToCents(total)));
  const shared = charges.map((charge) => ({ charge, shares: spread(charge.cents, goods) }));
  const sumAt = (at: number, all: typeof shared) => all.reduce((sum, { shares }) => sum + (shares[at] ?? 0n), 0n);
  const nets = goods.map((cents, at) => cents + sumAt(at, shared));
  const taxes = spread(toCents(tax), nets);
  const freight = shared.filter(({ charge }) => charge.kind === "freight");
  return lines.map(({ id, pieces }, at) => {
    const net = nets[at] ?? 0n;
    const amount = net + (taxes[at] ?? 0n);
    return {
      ...{ orderId: id, pieces, amount: writeCents(amount) },
      freight: writeCents(net === 0n ? 0n : (sumAt(at, freight) * amount) / net),
      charges: shared.flatMap(({ charge, shares }) => {
        const { id: chargeId, kind, reason } = charge;
        const share = shares[at] ?? 0n;
        return share === 0n ? [] : [{ chargeId, kind, reason, amount: writeCents(share) }];
      }),
    };
  });
}

/**
 * The tax that `gross` more of an invoice's line takes back, in cents: with what was credited before, the same share of the
 * line's tax as of its amount, so that credit notes add up to the invoice.
 */
export function taxCredited(gross: bigint, line: Taxed, before: Taxed): bigint {
  const due = (2n * line.tax * (before.amount + gross) + line.amount) / (2n * line.amount);
  return due > before.tax ? due - before.tax : 0n;
}

/** An amount in cents, and the tax in it. */
type Taxed = { amount: bigint; tax: bigint };

/** What is to be paid, or is credited, of all that a document says, in dollars and cents. */
export function totalOf({ tax, lines, charges = [] }: Pick<DocumentFacts, "tax" | "lines" | "charges">): string {
  return (
    tax?.total ??
    totalWith(
      lines.map(({ total }) => total),
      charges,
    )
  );
}

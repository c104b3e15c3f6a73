import { roundToCents, toCents, writeCents } from "#app/contract/money.ts";

/** Where paper is Letter (CLDR, paperSize US-Letter). Everywhere else it is A4. */
const letterCountries = "BZ CA CL CO CR GT MX NI PA PH PR SV US VE".split(" ");

/** The paper of a buyer's country; undefined when that is not known. */
export function paperOf(country: string | null): "A4" | "Letter" | undefined {
  if (country === null) return undefined;
  return letterCountries.includes(country) ? "Letter" : "A4";
}

/**
 * What an invoice bills of each of its lines: the net total in cents, and a share of the tax. The shares add up to the
 * tax to the cent.
 */
export function listBilled(lines: readonly { id: string; pieces: number; total: string }[], tax = "0") {
  const whole = toCents(tax);
  const nets = lines.map(({ total }) => toCents(roundToCents(total)));
  const net = nets.reduce((sum, one) => sum + one, 0n);
  let [before, given] = [0n, 0n];
  return lines.map(({ id, pieces }, at) => {
    before += nets[at] ?? 0n;
    const due = net === 0n ? 0n : (whole * before) / net;
    const share = due - given;
    given = due;
    return { orderId: id, pieces, amount: writeCents((nets[at] ?? 0n) + share) };
  });
}

/** The tax within a gross amount, at a rate in per cent, rounded half up to cents. */
export function taxWithin(gross: bigint, rate: string): bigint {
  const hundredths = toCents(rate);
  const net = (gross * 20_000n + 10_000n + hundredths) / (2n * (10_000n + hundredths));
  return gross - net;
}

import { addTotals, comparePrices, formatPieces, formatUnitPrice } from "#app/contract/money.ts";
import { refusalOfQuantity } from "#app/features/orders/rules.ts";
import type { Trim } from "#app/features/trims/contract.ts";
import { quotePrice } from "#app/features/trims/rules.ts";

/** What a verdict is based on. */
export type JudgedLine = {
  trim: Pick<Trim, "moq" | "quantity" | "price" | "priceBreaks"> | null;
  /** The trim has left the catalogue; otherwise a missing trim is still being loaded. */
  gone: boolean;
  orderQuantity: number;
  /** The price per piece when the line was last written. */
  seenPrice: string | null;
};

export type Verdict = { unitPrice: string | undefined; total: string | undefined } & (
  | { kind: "wait" }
  | { kind: "good"; words: string; next: { more: number; price: string } | undefined }
  /** The price is not the one the buyer saw. The line counts, and is sent at the current price. */
  | { kind: "look"; was: string; now: string }
  /** `take` is the quantity that would be right; `way` is the wording in the list of obstacles. */
  | { kind: "bad"; message: string; way: string; take: number | undefined }
);

/** Buyers this close to the next price break are told about it; to others it would be noise. */
const NEAR = 0.25;

/**
 * What to say about a line, by the limits and prices that the server uses. `fault` says why typed pieces could not be
 * read.
 */
export function judgeLine({ trim, gone, orderQuantity, seenPrice }: JudgedLine, fault?: string): Verdict {
  const none = { unitPrice: undefined, total: undefined };
  if (!trim && !gone) return { ...none, kind: "wait" };
  if (!trim) {
    return {
      ...none,
      kind: "bad",
      message: "No longer in our catalogue.",
      way: "no longer in our catalogue",
      take: undefined,
    };
  }
  if (fault) return { ...none, kind: "bad", message: fault, way: "the pieces cannot be read", take: undefined };
  const { moq, quantity } = trim;
  if (quantity < moq) return { ...none, kind: "bad", ...describeLack(moq, quantity), take: undefined };
  if (refusalOfQuantity(trim, orderQuantity))
    return { ...none, kind: "bad", ...describeFault(moq, quantity, orderQuantity) };
  const { unitPrice, rounded, next } = quotePrice(trim, orderQuantity);
  const priced = { unitPrice, total: rounded };
  if (seenPrice !== null && comparePrices(seenPrice, unitPrice) !== 0) {
    return { ...priced, kind: "look", was: seenPrice, now: unitPrice };
  }
  const isNear = next && next.from <= quantity && next.more <= orderQuantity * NEAR;
  return {
    ...priced,
    kind: "good",
    words: `${formatPieces(quantity)} in stock, minimum\u00a0${formatPieces(moq)}`,
    next: isNear ? { more: next.more, price: next.price } : undefined,
  };
}

function describeLack(moq: number, quantity: number) {
  if (quantity <= 0) return { message: "Out of stock.", way: "out of stock" };
  const message = `${formatPieces(quantity)} in stock, below the minimum of ${formatPieces(moq)}.`;
  return { message, way: "less in stock than the minimum" };
}

function describeFault(moq: number, quantity: number, wanted: number) {
  if (wanted < moq) {
    const more = formatPieces(moq - wanted);
    return {
      message: `Minimum order is ${formatPieces(moq)}, ${more} more.`,
      way: `${more} below the minimum`,
      take: moq,
    };
  }
  const short = formatPieces(wanted - quantity);
  return {
    message: `${formatPieces(quantity)} in stock, ${short} short.`,
    way: `${short} more than in stock`,
    take: quantity,
  };
}

/** "1,000 more and each costs $0.0215" */
export function tellNext({ more, price }: { more: number; price: string }): string {
  return `${formatPieces(more)} more and each costs ${formatUnitPrice(price)}`;
}

/** The sums of the lines that can be ordered: a faulty line has no price and does not count. */
export function sumLines(lines: readonly { orderQuantity: number; verdict: Verdict }[]) {
  const good = lines.filter(({ verdict }) => verdict.total !== undefined);
  return {
    lines: lines.length,
    counted: good.length,
    pieces: good.reduce((sum, { orderQuantity }) => sum + orderQuantity, 0),
    total: addTotals(good.flatMap(({ verdict: { total } }) => total ?? [])),
  };
}

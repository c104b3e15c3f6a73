import { addTotals, comparePrices, formatPieces, formatUnitPrice } from "#app/contract/money.ts";
import { refusalOfQuantity } from "#app/features/orders/rules.ts";
import type { Trim } from "#app/features/trims/contract.ts";
import { quotePrice } from "#app/features/trims/rules.ts";

/** What a verdict is based on. */
export type JudgedLine = {
  trim: (Pick<Trim, "moq" | "quantity" | "price" | "priceBreaks"> & Partial<Pick<Trim, "packingUnit">>) | null;
  /** The trim has left the catalogue; otherwise a missing trim is still being loaded. */
  gone: boolean;
  orderQuantity: number;
  /** The price per piece when the line was last written. */
  seenPrice: string | null;
};

export type LineCheck = { unitPrice: string | undefined; total: string | undefined } & (
  | { kind: "wait" }
  /** `packs` are the nearest quantities that fill whole packing units; none if this one does. */
  | { kind: "good"; words: string; next: { more: number; price: string } | undefined; packs: Packs | undefined }
  /** The price is higher than the one the buyer saw. The line counts, and is sent at the current price. */
  | { kind: "look"; was: string; now: string }
  /** `offers` are quantities that would be right; `way` is the wording in the list of obstacles. */
  | { kind: "bad"; message: string; way: string; offers: Offer[] }
);

type Offer = { pieces: number; says: string };

type Packs = { unit: number; choices: number[] };

/** Buyers this close to the next price break are told about it; to others it would be noise. */
const NEAR = 0.25;

/**
 * What to say about a line, by the limits and prices that the server uses. `unread` says why typed pieces could not be
 * read, and which numbers may be meant.
 */
export function checkLine(
  { trim, gone, orderQuantity, seenPrice }: JudgedLine,
  unread?: { fault: string; choices?: readonly number[] },
): LineCheck {
  const none = { unitPrice: undefined, total: undefined };
  if (!trim && !gone) return { ...none, kind: "wait" };
  if (!trim) {
    return {
      ...none,
      kind: "bad",
      message: "No longer in our catalogue.",
      way: "no longer in our catalogue",
      offers: [],
    };
  }
  if (unread) return { ...none, kind: "bad", ...askWhich(trim, unread), way: "not a number" };
  const { moq, quantity } = trim;
  const unit = trim.packingUnit ?? 1;
  if (quantity < moq) return { ...none, kind: "bad", ...describeLack(moq, quantity), offers: [] };
  if (refusalOfQuantity(trim, orderQuantity))
    return { ...none, kind: "bad", ...describeFault(trim, orderQuantity, unit) };
  const { unitPrice, rounded, next } = quotePrice(trim, orderQuantity);
  const priced = { unitPrice, total: rounded };
  const risen = seenPrice === null ? 0 : comparePrices(unitPrice, seenPrice);
  if (seenPrice !== null && risen > 0) {
    return { ...priced, kind: "look", was: seenPrice, now: unitPrice };
  }
  const isNear = next && next.from <= quantity && next.more <= orderQuantity * NEAR;
  const stock = `${formatPieces(quantity)} in stock, minimum\u00a0${formatPieces(moq)}`;
  const fell = seenPrice !== null && risen < 0 ? `The price fell from ${formatUnitPrice(seenPrice)}. ` : "";
  return {
    ...priced,
    kind: "good",
    words: `${fell}${stock}`,
    next: isNear ? { more: next.more, price: next.price } : undefined,
    packs: findPacks(trim, orderQuantity, unit),
  };
}

/** The whole packing units just below and above, as far as they can be ordered. */
function findPacks({ moq, quantity }: Limits, wanted: number, unit: number): Packs | undefined {
  if (wanted % unit === 0) return undefined;
  const below = wanted - (wanted % unit);
  const choices = [below, below + unit].filter((pieces) => pieces > 0 && pieces >= moq && pieces <= quantity);
  return choices.length > 0 ? { unit, choices } : undefined;
}

function describeLack(moq: number, quantity: number) {
  if (quantity <= 0) return { message: "Out of stock.", way: "out of stock" };
  const message = `${formatPieces(quantity)} in stock, below the minimum of ${formatPieces(moq)}.`;
  return { message, way: "less in stock than the minimum" };
}

type Limits = { moq: number; quantity: number };

const offer = (does: string, pieces: number): Offer => ({ pieces, says: `${does} ${formatPieces(pieces)}` });

/** Of several numbers that may be meant, only those that can be ordered are offered, if there are any. */
function askWhich(limits: Limits, { fault, choices = [] }: { fault: string; choices?: readonly number[] }) {
  const possible = choices.filter((pieces) => !refusalOfQuantity(limits, pieces));
  const offered = possible.length > 0 ? possible : choices;
  const [only] = possible;
  const message = only !== undefined && possible.length === 1 ? `Only ${formatPieces(only)} can be ordered.` : fault;
  return { message, offers: offered.map((pieces) => offer("It is", pieces)) };
}

/** What is offered instead fills whole packing units if it can. */
function describeFault({ moq, quantity }: Limits, wanted: number, unit: number) {
  if (wanted < moq) {
    const more = formatPieces(moq - wanted);
    const full = Math.ceil(moq / unit) * unit;
    return {
      message: `Minimum order is ${formatPieces(moq)}, ${more} more.`,
      way: `${more} below the minimum`,
      offers: [offer("Make it", full <= quantity ? full : moq)],
    };
  }
  const short = formatPieces(wanted - quantity);
  const full = quantity - (quantity % unit);
  return {
    message: `${formatPieces(quantity)} in stock, ${short} short.`,
    way: `${short} more than in stock`,
    offers: [offer("Take", full >= moq && full > 0 ? full : quantity)],
  };
}

/** "1,000 more and each costs $0.0215" */
export function describeNextBreak({ more, price }: { more: number; price: string }): string {
  return `${formatPieces(more)} more and each costs ${formatUnitPrice(price)}`;
}

/** The sums of the lines that can be ordered: a faulty line has no price and does not count. */
export function sumLines(lines: readonly { orderQuantity: number; verdict: LineCheck }[]) {
  const good = lines.filter(({ verdict }) => verdict.total !== undefined);
  return {
    lines: lines.length,
    counted: good.length,
    pieces: good.reduce((sum, { orderQuantity }) => sum + orderQuantity, 0),
    total: addTotals(good.flatMap(({ verdict: { total } }) => total ?? [])),
  };
}

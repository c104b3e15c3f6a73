import { addTotals, comparePrices, formatPieces, formatTotal, totalPrice, writePrice } from "#app/contract/money.ts";
import { askWhich, readDecimal, readWhole } from "#app/contract/numbers.ts";
import { price as priceText } from "#app/contract/price.ts";
import { changesInvoice, isFree, type OrderTerms } from "#app/features/orders/change/change.rules.ts";
import type { Billed } from "#app/features/orders/contract.ts";
import { refusalOfQuantity } from "#app/features/orders/rules.ts";
import { type Prices, quotePrice } from "#app/features/trims/rules.ts";

/** A line of the form: an order as it is, or one that a sheet is to gain. */
export type ChangeLine = {
  /** The order's id; of a new line, the trim's. */
  id: string;
  /** As the order is; undefined for a new line. */
  was: { pieces: number; unitPrice: string } | undefined;
  /** Undefined once it has left the catalogue. */
  trim: (Prices & { moq: number; quantity: number }) | undefined;
  /** What stands invoiced of it; undefined before there is an invoice. */
  billed?: Billed | undefined;
};

/** A line with what is shown of it. */
export type ShownLine = ChangeLine & { name: string; img: string; label: string };

/** What all lines share; a field that was not touched is undefined. */
export type SharedTerms = Pick<OrderTerms, "address" | "poNumber" | "wantedOn" | "promisedOn">;
export type TypedShared = { [Term in keyof SharedTerms]?: string };

/** What is sent: lines that differ, with what they become, and shared terms that differ. */
export type Changed = {
  shared: Partial<SharedTerms>;
  lines: (JudgedLine & { line: ShownLine; reason: string | undefined })[];
  removed: ShownLine[];
};

/** What was typed into a line; a field that was not touched is undefined. */
export type TypedLine = {
  pieces?: string | undefined;
  price?: string | undefined;
  reason?: string | undefined;
  isRemoved?: boolean | undefined;
};

type Faults = { pieces?: string | undefined; price?: string | undefined; reason?: string | undefined };

/** What a line would become. Money is exact, as decimal text. */
export type JudgedLine = {
  pieces: number;
  unitPrice: string;
  total: string;
  /** What these pieces cost by the catalogue; of unchanged pieces, what was agreed. */
  catalogue: string;
  /** Whether staff ask for another price, which needs its reason. */
  isPriceSet: boolean;
  isChanged: boolean;
  faults: Faults;
};

/** Reads what was typed into a line, and says what is wrong with it. */
export function judgeLine({ was, trim }: ChangeLine, typed: TypedLine, isStaff: boolean): JudgedLine {
  const faults: Faults = {};
  const start = was?.pieces ?? trim?.moq ?? 0;
  const read = typed.pieces === undefined ? { number: String(start) } : readWhole(typed.pieces);
  const pieces = "number" in read ? Number(read.number) : start;
  if ("question" in read) faults.pieces = askWhich(read.question);
  if ("fault" in read) faults.pieces = "Please write a whole number of pieces";
  const isOther = pieces !== was?.pieces;
  if (isOther && !faults.pieces) faults.pieces = findQuantityFault({ was, trim }, pieces, isStaff);
  const isQuoted = isOther && !(isStaff && was && isFree(was));
  const catalogue = isQuoted && trim ? quotePrice(trim, pieces).unitPrice : (was?.unitPrice ?? trim?.price ?? "0");
  const asked = typed.price === undefined ? undefined : readDecimal(typed.price);
  if (asked && !("number" in asked && priceText.safeParse(asked.number).success)) {
    faults.price = "Please write a price such as 0.0345";
  }
  const set = asked && "number" in asked && !faults.price ? writePrice(asked.number) : undefined;
  const isPriceSet = set !== undefined && comparePrices(set, catalogue) !== 0;
  if (isPriceSet && !typed.reason?.trim()) faults.reason = "Please tell the buyer the reason";
  const unitPrice = isPriceSet ? set : catalogue;
  const isChanged = typed.isRemoved === true || isOther || isPriceSet;
  const total = typed.isRemoved ? "0" : totalPrice(unitPrice, pieces);
  return { pieces, unitPrice, total, catalogue, isPriceSet, isChanged, faults: typed.isRemoved ? {} : faults };
}

/** As the shop would refuse it: raised pieces, and all that a buyer writes, must reach the minimum of now. */
function findQuantityFault(
  { was, trim }: Omit<ChangeLine, "id">,
  pieces: number,
  isStaff: boolean,
): string | undefined {
  if (!trim) return "This trim is no longer in the catalogue.";
  const held = was?.pieces ?? 0;
  const moq = pieces > held || !isStaff ? trim.moq : 1;
  return refusalOfQuantity({ moq, quantity: held + trim.quantity }, pieces)?.message;
}

/** The sum of these lines in dollars and cents, each rounded first. */
export function sumLines(lines: readonly { total: string }[]): string {
  return addTotals(lines.map(({ total }) => total));
}

/** How many pieces more or fewer: `5,000 more`. */
export function describeMore(pieces: number, was: number): string {
  return `${formatPieces(Math.abs(pieces - was))} ${pieces > was ? "more" : "fewer"}`;
}

/** A line, what was typed into it, and what it would become. */
export type ChangeRow = { line: ShownLine; typed: TypedLine; judged: JudgedLine };

/** What a change credits of invoices, in a sentence; undefined if it credits nothing. */
export function sayCredit(
  rows: readonly Pick<ChangeRow, "line" | "typed" | "judged">[],
  shared: Partial<SharedTerms>,
): string | undefined {
  const credited = rows.flatMap(({ line: { billed }, typed, judged }) => {
    return billed && (judged.isChanged || changesInvoice(shared)) ? [{ ...billed, typed }] : [];
  });
  const [only, ...others] = credited;
  if (!only) return undefined;
  const sum = formatTotal(addTotals(credited.map(({ amount }) => amount)));
  const numbers = [...new Set(credited.map(({ invoice }) => invoice))].join(", ");
  const notes = others.length === 0 ? "A credit note" : `${credited.length} credit notes`;
  const what = `${notes} over ${sum} of invoice ${numbers} ${others.length === 0 ? "is" : "are"} mailed with it.`;
  if (credited.every(({ typed }) => typed.isRemoved)) return what;
  return `${what} What changes can then be invoiced again; if something of it was paid, the new invoice follows at once.`;
}

/** The shared terms that were typed to be others; an empty one takes its value away. */
export function findChangedTerms(shared: SharedTerms, typed: TypedShared): Partial<SharedTerms> {
  const entries = Object.entries(typed).filter(([term, value]) => {
    return value !== (shared[term as keyof SharedTerms] ?? "");
  });
  return Object.fromEntries(
    entries.map(([term, value]) => [term, term === "address" ? value?.trim() : value?.trim() || null]),
  );
}

/** What a line sends: the price that was shown, or the one that staff set. */
export function toTerms({ line, pieces, unitPrice, isPriceSet, reason }: Changed["lines"][number]) {
  const isOther = pieces !== line.was?.pieces;
  return {
    ...(isOther && { orderQuantity: pieces }),
    ...(isPriceSet ? { setPrice: unitPrice, reason } : isOther && { unitPrice }),
  };
}

import { formatPieces, formatTotal } from "#app/contract/money.ts";
import { askWhich, readWhole } from "#app/contract/numbers.ts";
import { MAX_PIECES } from "#app/contract/pieces.ts";
import { refusalOfQuantity } from "#app/features/orders/rules.ts";
import type { Trim } from "#app/features/trims/contract.ts";
import { type Prices, type Quote, quotePrice, totalLine } from "#app/features/trims/rules.ts";
import { describeStock } from "#app/features/trims/stock/trim-stock.ts";

type Limits = Pick<Trim, "moq" | "quantity">;

/** The error in the typed quantity; undefined when it can be ordered. */
export function findQuantityFault(typed: string, limits: Limits): string | undefined {
  if (typed === "") return "Order Quantity is required";
  const read = readWhole(typed, { isSigned: true });
  if ("question" in read) return askWhich(read.question);
  if ("fault" in read) return "Please write a whole number of pieces";
  return findShortage(limits) ?? refusalOfQuantity(limits, Number(read.number))?.message;
}

/** Why nothing can be ordered at all; undefined when something can. */
export function findShortage(limits: Limits): string | undefined {
  const stock = describeStock(limits);
  if (stock === "out") return "Out of stock. It cannot be ordered now.";
  if (stock === "enough") return undefined;
  const [left, minimum] = [formatPieces(limits.quantity), formatPieces(limits.moq)];
  return `${left} left, below the minimum order of ${minimum}. It cannot be ordered now.`;
}

/** The price of the minimum order, shown beside "Total" until a quantity is typed. */
export function leastTotal({ price, moq }: Pick<Trim, "price" | "moq">): string {
  return `from ${formatTotal(totalLine(price, moq).rounded)} for ${formatPieces(moq)}`;
}

/** The quantities offered as buttons: 1, 2 and 5 times the minimum, as far as the stock allows. */
export function offeredQuantities({ moq, quantity }: Limits): { times: number; pieces: number }[] {
  return [1, 2, 5].map((times) => ({ times, pieces: times * moq })).filter(({ pieces }) => pieces <= quantity);
}

/** The typed pieces; 0 before they are a whole number. */
export function countPieces(typed: string): number {
  const read = readWhole(typed);
  const count = "number" in read ? Number(read.number) : 0;
  return count <= MAX_PIECES ? count : 0;
}

/** The next price break, if there is enough stock for it: nobody should chase a price they cannot reach. */
export function findSaving(trim: Prices & Limits, pieces: number): Quote["next"] {
  const { next } = quotePrice(trim, pieces);
  return next && next.from <= trim.quantity ? next : undefined;
}

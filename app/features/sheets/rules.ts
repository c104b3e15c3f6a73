import { comparePrices } from "#app/contract/money.ts";
import { notFound, type Problem } from "#app/contract/problem.ts";
import { aboveAvailable, belowMinimum, priceChanged } from "#app/features/orders/problems.ts";
import { describeOtherPrice, refusalOfQuantity } from "#app/features/orders/rules.ts";

/** A line as it is sent: `unitPrice` is the price that the buyer saw, and the most that they pay. */
export type SentLine = { trimId: string; orderQuantity: number; unitPrice?: string | undefined };

/** What a line is checked against: its trim at this moment, and what one piece costs at the line's quantity. */
export type Shelf = { moq: number; quantity: number; unitPrice: string };

/** Why a line cannot be ordered. `now` is the current value of a field that has just changed. */
export type Fault = {
  problem: Problem;
  /** `lines.3.orderQuantity`: lines are counted from 0. */
  field: `lines.${number}.${"orderQuantity" | "unitPrice"}`;
  message: string;
  now?: string;
};

/** The kinds of faults. The first that a sheet has gives its refusal its code. */
const kinds: readonly Problem[] = [notFound, belowMinimum, aboveAvailable, priceChanged];

/**
 * Everything that is wrong with the lines of a sheet, in their order. `shelves` lacks trims that have left the
 * catalogue.
 */
export function findFaults(lines: readonly SentLine[], shelves: ReadonlyMap<string, Shelf>): Fault[] {
  return lines.flatMap((line, at) => faultsOfLine(line, at, shelves.get(line.trimId)));
}

function faultsOfLine({ orderQuantity, unitPrice: seen }: SentLine, at: number, shelf: Shelf | undefined): Fault[] {
  const field = `lines.${at}.orderQuantity` as const;
  if (!shelf) return [{ problem: notFound, field, message: "This trim is no longer in the catalogue." }];
  const { unitPrice } = shelf;
  const refusal = refusalOfQuantity(shelf, orderQuantity);
  const faults: Fault[] = refusal ? [{ ...refusal, field }] : [];
  if (seen !== undefined && comparePrices(unitPrice, seen) > 0) {
    const message = describeOtherPrice({ orderQuantity, seen, unitPrice });
    faults.push({ problem: priceChanged, field: `lines.${at}.unitPrice`, message, now: unitPrice });
  }
  return faults;
}

/** Which of these kinds of faults names the refusal. */
export function findFirstKind(faults: readonly Fault[]): Problem | undefined {
  return kinds.find((kind) => faults.some(({ problem }) => problem === kind));
}

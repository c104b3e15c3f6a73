import { notFound, type Problem } from "#app/contract/problem.ts";
import { aboveAvailable, belowMinimum, priceChanged } from "#app/features/orders/problems.ts";
import { findFaults as findFaultsOfLine, type LineFault } from "#app/features/orders/rules.ts";

/** A line as it is sent: `unitPrice` is the price that the buyer saw, and the most that they pay. */
export type SentLine = { trimId: string; orderQuantity: number; unitPrice?: string | undefined };

/** What a line is checked against: its trim at this moment, and what one piece costs at the line's quantity. */
export type Shelf = { moq: number; quantity: number; unitPrice: string };

/** Why a line cannot be ordered, at `lines.3.orderQuantity`: lines are counted from 0. */
export type Fault = Omit<LineFault, "field"> & { field: `lines.${number}.${LineFault["field"]}` };

/** The kinds of faults. The first that a sheet has gives its refusal its code. */
const kinds: readonly Problem[] = [notFound, belowMinimum, aboveAvailable, priceChanged];

/**
 * Everything that is wrong with the lines of a sheet, in their order. `shelves` lacks trims that have left the
 * catalogue.
 */
export function findFaults(lines: readonly SentLine[], shelves: ReadonlyMap<string, Shelf>): Fault[] {
  return lines.flatMap((line, at) =>
    findFaultsOfLine(line, shelves.get(line.trimId)).map((fault) => ({
      ...fault,
      field: `lines.${at}.${fault.field}` as const,
    })),
  );
}

/** Which of these kinds of faults names the refusal. */
export function findFirstKind(faults: readonly Fault[]): Problem | undefined {
  return kinds.find((kind) => faults.some(({ problem }) => problem === kind));
}

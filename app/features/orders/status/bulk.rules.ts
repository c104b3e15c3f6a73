import { formatPieces } from "#app/contract/money.ts";
import type { Permission } from "#app/contract/staff.ts";
import type { Order } from "#app/features/orders/contract.ts";
import { isOnDocument, PACKING_LISTS_MAX } from "#app/features/orders/documents.rules.ts";
import { MOST_MOVED, type State, type Track } from "#app/features/orders/facts.ts";
import { listMoves, moves, permissionFor } from "#app/features/orders/rules.ts";

/** An action on several orders, and what is said about those that it moved. */
export type BulkAction = {
  track: Track;
  to: State;
  label: string;
  done: string;
  /** The same move also invoices the orders. */
  invoices?: true;
};

/** In the order of an order's life; those with an ellipsis ask first. */
export const bulkActions: readonly BulkAction[] = [
  { track: "review", to: "accepted", label: "Accept", done: "accepted" },
  { track: "review", to: "accepted", label: "Accept and invoice…", done: "accepted and invoiced", invoices: true },
  { track: "review", to: "declined", label: "Decline…", done: "declined" },
  { track: "shipping", to: "in-production", label: "Start production", done: "put into production" },
  { track: "shipping", to: "packed", label: "Pack", done: "packed" },
  { track: "shipping", to: "shipped", label: "Ship…", done: "shipped" },
  { track: "shipping", to: "delivered", label: "Mark as delivered", done: "marked as delivered" },
  { track: "payment", to: "invoiced", label: "Invoice…", done: "invoiced" },
  { track: "payment", to: "paid", label: "Mark as paid", done: "marked as paid" },
];

/** What somebody must be permitted for an action; each begins at the state before. */
export function permissionOf({ track, to }: BulkAction): Permission {
  const move = moves.find((one) => one.track === track && one.to === to);
  if (!move) throw new Error(`${to} is no move of ${track}`);
  return permissionFor(move);
}

/** Whether what an action moved can be taken back as a whole. An invoice never can: a credit note undoes it. */
export function canTakeBack({ to, invoices }: BulkAction): boolean {
  return !invoices && to !== "invoiced";
}

/** The words of an action's button: "Accept 5", "Decline 1…". */
export function labelWithCount({ label }: BulkAction, count: number): string {
  const words = label.replace("…", "");
  return `${words} ${count}${label.slice(words.length)}`;
}

/** Those of the orders that this action fits. */
export function findFitting<Fit extends Order>(orders: readonly Fit[], { track, to }: BulkAction): Fit[] {
  return orders.filter((order) => listMoves(order).some((move) => move.track === track && move.to === to));
}

/** Whether there is anything to do with an order among others: without it, its row has no box. */
export function canActOn(order: Order): boolean {
  return isOnDocument.packing(order) || bulkActions.some((action) => findFitting([order], action).length > 0);
}

/** The calls of an action on orders that it fits: one for each state they start from. */
export function listCalls(orders: readonly Order[], { track, to }: BulkAction) {
  const groups = Map.groupBy(orders, (order): State => order[track]);
  return [...groups].flatMap(([from, group]) => {
    const ids = group.map(({ _id }) => _id);
    return listParts(ids, MOST_MOVED).map((part) => ({ ids: part, track, from, to }));
  });
}

/** The orders of which a packing list can be printed, by number, and no more than one file holds. */
export function listPrintings(orders: readonly Order[]): number[][] {
  const numbers = orders.filter(isOnDocument.packing).map(({ number }) => number);
  return listParts(numbers, PACKING_LISTS_MAX);
}

/** The calls that take back what shipped: one for each state that they return from and to. */
export function listReturns(shipped: readonly { id: string; from: State; to: State }[]) {
  const groups = Map.groupBy(shipped, ({ from, to }) => `${from} ${to}`);
  return [...groups.values()].flatMap((group) =>
    listParts(group, MOST_MOVED).flatMap((part) => {
      const [first] = part;
      if (!first) return [];
      return [{ ids: part.map(({ id }) => id), track: "shipping" as const, from: first.to, to: first.from }];
    }),
  );
}

function listParts<One>(all: readonly One[], most: number): One[][] {
  return Array.from({ length: Math.ceil(all.length / most) }, (_, at) => all.slice(at * most, (at + 1) * most));
}

/** Why an order did not move, and the code of the problem. */
export type Failure = { number: number; why: string; code?: string | undefined };

/** Of the calls that were sent, those of the orders that failed for this reason alone. */
export function listRefused<Call extends { ids: string[] }>(
  calls: readonly Call[],
  failures: ReadonlyMap<string, Failure>,
  code: string,
): Call[] {
  return calls.flatMap((call) => {
    const ids = call.ids.filter((id) => failures.get(id)?.code === code);
    return ids.length > 0 ? [{ ...call, ids }] : [];
  });
}

/** The orders that did not move, by number, once for each reason. */
export function groupFailures(failures: readonly Failure[]): { numbers: number[]; why: string }[] {
  const groups = Map.groupBy(failures, ({ why }) => why);
  return [...groups].map(([why, group]) => {
    return { numbers: group.map(({ number }) => number).toSorted((a, b) => a - b), why };
  });
}

/** What takes back what an action has moved: "Undo all 9", and "Undo the 28" where others failed. */
export function labelUndo(moved: number, failed: number): string {
  if (moved === 1) return failed > 0 ? "Undo the one" : "Undo";
  return `Undo ${failed > 0 ? "the" : "all"} ${formatPieces(moved)}`;
}

/** "4 accepted, 1 not." `invoicedToo` counts the lines of their sheets that their invoices took along. */
export function describeOutcome({ done }: BulkAction, moved: number, failed: number, invoicedToo = 0): string {
  const outcome = failed === 0 ? `${moved} ${done}.` : `${moved} ${done}, ${failed} not.`;
  if (invoicedToo === 0) return outcome;
  const lines = invoicedToo === 1 ? "1 more line" : `${invoicedToo} more lines`;
  const are = invoicedToo === 1 ? "is" : "are";
  return `${outcome} ${lines} of ${moved === 1 ? "its sheet" : "their sheets"} ${are} invoiced, too.`;
}

/** Like `describeOutcome`, of what shipped: "4 shipped, 2 of them in part." */
export function describeShipped(
  action: BulkAction,
  shipped: readonly { to: State }[],
  failed: number,
  invoicedToo: number,
): string {
  const parts = shipped.filter(({ to }) => to === "partly-shipped").length;
  const areAll = parts === shipped.length;
  const done = parts === 0 ? action.done : `${action.done}${areAll ? "" : `, ${parts} of them`} in part`;
  return describeOutcome({ ...action, done }, shipped.length, failed, invoicedToo);
}

import type { Order } from "#app/features/orders/contract.ts";
import { isEnded } from "#app/features/orders/rules.ts";

type Wanted = { trimId: string | null; productName: string };

/**
 * Which of a sheet's orders count, and are ordered again together: those that are neither declined nor cancelled, or
 * all, if every one is.
 */
export function listCounted<Row extends Pick<Order, "review">>(orders: readonly Row[]): readonly Row[] {
  const counted = orders.filter((order) => !isEnded(order));
  return counted.length > 0 ? counted : orders;
}

/**
 * The outcome of *Order again*: the trims that are on the draft now, those of them that were there before, with the pieces that were
 * ordered then (`kept`), the names of those that have left the catalogue, and those for which the draft had no room.
 */
export function sortAgain(
  wanted: readonly (Wanted & { orderQuantity: number })[],
  lines: readonly { trimId: string; gone: boolean }[],
  was: ReadonlySet<string>,
) {
  const found = new Map(lines.map((line) => [line.trimId, line]));
  const isGone = ({ trimId }: Wanted) => trimId === null || found.get(trimId)?.gone;
  const there = wanted.flatMap(({ trimId, orderQuantity }) =>
    trimId !== null && found.get(trimId)?.gone === false ? [{ trimId, orderQuantity }] : [],
  );
  return {
    trimIds: there.map(({ trimId }) => trimId),
    already: there.filter(({ trimId }) => was.has(trimId)),
    gone: wanted.filter(isGone).map(({ productName }) => productName),
    left: wanted.flatMap(({ trimId, productName: name }) =>
      trimId === null || found.has(trimId) ? [] : { trimId, name },
    ),
  };
}

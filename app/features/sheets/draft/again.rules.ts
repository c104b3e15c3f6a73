/** What was ordered before. */
type Wanted = { trimId: string | null; orderQuantity: number; productName: string };

/** What that sheet said besides its lines. */
type Said = Record<"poNumber" | "wantedOn" | "address" | "phone" | "note" | "country", string | null>;

/** What *Order again* did, as the page of the draft is told; or what it asks there, because the draft has lines. */
export type Again = { of: string } & ({ asked: Wanted[]; said?: Said | undefined } | ReturnType<typeof sortAgain>);

/**
 * The outcome of *Order again*: the trims that are on the draft now, those of them that were there before (`already`),
 * with the pieces that were ordered then, the names of those that have left the catalogue, and those for which the draft
 * had no room.
 */
export function sortAgain(
  wanted: readonly Wanted[],
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

/** What the state of a navigation says about it. */
export function readAgain(state: unknown): Again | undefined {
  if (typeof state !== "object" || state === null || !("again" in state)) return undefined;
  const again = state.again as Partial<Again>;
  // The browser may keep it longer than a release lasts.
  return "asked" in again || "already" in again ? (again as Again) : undefined;
}

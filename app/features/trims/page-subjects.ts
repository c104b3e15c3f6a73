/** The catalogue data on public pages: the list of all trims. */
export const TRIMS = "trims";

/** One trim on a page of its own. */
export const oneTrim = (trimId: string) => `trim ${trimId.toLowerCase()}`;

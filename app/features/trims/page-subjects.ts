/** The catalogue data on public pages: the list of all trims. */
export const TRIMS = "trims";

/** The trims of a family, as its members' pages name them. */
export const oneFamily = (slug: string) => `family ${slug}`;

/** One trim on a page of its own. */
export const oneTrim = (trimId: string) => `trim ${trimId.toLowerCase()}`;

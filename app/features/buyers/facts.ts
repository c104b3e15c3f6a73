/** A list is counted up to this number: higher counts are of no use, and no count may read all buyers. */
export const COUNT_LIMIT = 1000;

/**
 * The parts of the list: those whose first order came this quarter, those who have gone quiet, and those who owe money.
 */
export const buyerParts = ["new", "quiet", "owing"] as const;

export type BuyerPart = (typeof buyerParts)[number];

/** What a row of the list is: a company or somebody without one, or every person. */
export const buyerKinds = ["company", "person"] as const;

export type BuyerKind = (typeof buyerKinds)[number];

/** The longest note about a buyer, in characters. */
export const NOTE_MAX = 1000;

/** The longest notes about a company, in characters. */
export const COMPANY_NOTES_MAX = 4000;

/** How many of the latest orders *Bought most* looks at: no page may read all of a buyer's. */
export const BOUGHT_OF = 500;

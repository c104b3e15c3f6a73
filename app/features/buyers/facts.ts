/** The longest note about a buyer, in characters. */
export const NOTE_MAX = 1000;

/** *Bought most* looks at so many of the latest orders: no page may read all of a buyer's. */
export const BOUGHT_OF = 500;

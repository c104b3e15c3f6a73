/** The longest note about a buyer, in characters. */
export const NOTE_MAX = 1000;

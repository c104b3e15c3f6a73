/** The largest number of pieces the shop handles. Apart from the schemas: public pages need the number alone. */
export const MAX_PIECES = 1_000_000_000;

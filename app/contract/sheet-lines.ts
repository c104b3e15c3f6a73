/** The most lines of an order sheet, sent or not. Apart from the schemas: public pages need the number alone. */
export const MAX_LINES = 200;

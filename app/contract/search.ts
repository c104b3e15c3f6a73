/** The longest search text of a list, in characters. Apart from the schemas: public pages need the number alone. */
export const Q_MAX = 80;

/** The most lines of a draft or a sheet. */
export const MAX_LINES = 200;

/** The review data on public pages: the list. */
export const REVIEWS = "reviews";

/** What public pages show of reviews: the list of them. */
export const REVIEWS = "reviews";

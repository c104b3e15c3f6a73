/** How long an access token is good for. */
export const TOKEN_LIFE_S = 15 * 60;

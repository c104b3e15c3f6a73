import { TOKEN_LIFE_S } from "#app/contract/token.ts";
import { readStored, removeStored, store } from "./browser-storage.ts";

/** Where the access token is kept, for all tabs of the browser. */
export const TOKEN_KEY = "accessToken";
/** Stored with the token: its session, and when it expires by this browser's clock. */
const TOKEN_ABOUT_KEY = "accessTokenAbout";
/** Tokens this close to expiry are renewed before use. */
const RENEW_BEFORE_MS = 60_000;

/** The stored token, even if it has expired or belongs to another session; null if there is none. */
export function readToken(): string | null {
  return readStored(TOKEN_KEY);
}

/** Stores what a login or a renewal gave, for all tabs. */
export function storeToken(taken: { accessToken: string; sessionId: string; expiresInSeconds: number }): void {
  // Other tabs react to the token, so store its details first.
  store(TOKEN_ABOUT_KEY, `${taken.sessionId} ${Date.now() + taken.expiresInSeconds * 1000}`);
  store(TOKEN_KEY, taken.accessToken);
}

/** To the other tabs, this is a logout. */
export function forgetToken(): void {
  removeStored(TOKEN_KEY);
  removeStored(TOKEN_ABOUT_KEY);
}

/**
 * The stored token, if it belongs to this session and is not about to expire. One that would outlast a new one is from
 * before this browser's clock was set back, and may have expired.
 */
export function readGoodToken(sessionId: string): string | undefined {
  const token = readToken();
  const leftMs = Number(aboutToken()[1]) - Date.now();
  const isGood = isTokenOf(sessionId) && leftMs > RENEW_BEFORE_MS && leftMs <= TOKEN_LIFE_S * 1000;
  return token && isGood ? token : undefined;
}

/** Whether a token is kept, and belongs to this session. */
export function isTokenOf(sessionId: string): boolean {
  return readToken() !== null && aboutToken()[0] === sessionId;
}

/** The session of the stored token, and when it expires. */
function aboutToken(): string[] {
  return (readStored(TOKEN_ABOUT_KEY) ?? "").split(" ");
}

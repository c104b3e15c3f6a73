import { ApiProblem } from "#app/client/api.ts";
import { callWithCookie } from "#app/client/session.ts";
import { POPUP_CHANNEL, type ProviderName, popupMessage, providerNames } from "./contract.ts";
import { LOCKED } from "./problems.ts";

const LOOK_MS = 300;
/** The popup's last message may arrive shortly after it closes. */
const GRACE_MS = 1_000;

type Watching = {
  /** Ends the attempt, for another one. */
  signal: AbortSignal;
  /**
   * The popup looks closed. The attempt goes on, for it may only look so: a provider can cut its pages off from ours.
   */
  onClosed: (reason: string) => void;
};

/**
 * Signs in through the provider's popup, and waits until its last page reports. Call it directly from a click, or the
 * browser blocks the popup.
 * @throws ApiProblem in words for the form; the signal's reason
 */
export async function signInThrough(provider: ProviderName, { signal, onClosed }: Watching): Promise<void> {
  const name = providerNames[provider];
  const popup = window.open("about:blank", "_blank", "popup,width=520,height=680");
  if (!popup) throw failure(`Your browser blocked the ${name} window. Please allow pop-ups here and try again.`);
  try {
    const attempt = crypto.randomUUID();
    const { data } = await callWithCookie("POST /auth/sign-in/social", { body: { provider, attempt } });
    const end = listenForEnd(attempt, popup, {
      signal,
      onClosed: () => onClosed(`The ${name} window was closed before you were signed in.`),
    });
    popup.location.href = data.url;
    const error = await end;
    if (error !== null) throw failure(reasons[error]?.(name) ?? otherwise(name));
  } finally {
    popup.close();
  }
}

/** Resolves when the popup's last page reports on this attempt: with null, or the code of what went wrong. */
async function listenForEnd(
  attempt: string,
  popup: Window,
  { signal, onClosed }: { signal: AbortSignal; onClosed: () => void },
): Promise<string | null> {
  const channel = new BroadcastChannel(POPUP_CHANNEL);
  let telling: ReturnType<typeof setTimeout> | undefined;
  const looking = setInterval(() => {
    if (!popup.closed) return;
    clearInterval(looking);
    telling = setTimeout(onClosed, GRACE_MS);
  }, LOOK_MS);
  try {
    return await new Promise((resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason));
      channel.addEventListener("message", ({ data }) => {
        const message = popupMessage.safeParse(data);
        if (message.success && message.data.attempt === attempt) resolve(message.data.error);
      });
    });
  } finally {
    clearInterval(looking);
    clearTimeout(telling);
    channel.close();
  }
}

const silent = (name: string) => `${name} did not answer as it should. Please try again in a moment.`;
const stale = (name: string) => `This sign-in with ${name} took too long or was started elsewhere. Please try again.`;
const otherwise = (name: string) => `Signing in with ${name} did not work. Please try again.`;

/** Messages for the codes with which a provider or the shop ends an attempt. */
const reasons: Partial<Record<string, (name: string) => string>> = {
  access_denied: (name) => `${name} was not allowed to tell the shop who you are. Nothing has changed.`,
  account_not_linked: (name) =>
    `There is already an account with this address, and it was never confirmed. Log in with its password, or use "Reset password."; after that ${name} works too.`,
  account_locked: () => LOCKED,
  account_of_another: (name) => `This address belongs to another ${name} account here. Please log in another way.`,
  email_not_found: (name) => `${name} has not confirmed an e-mail address of yours. Please confirm one there first.`,
  invalid_code: silent,
  unable_to_get_user_info: silent,
  server_error: silent,
  temporarily_unavailable: silent,
  state_mismatch: stale,
  state_not_found: stale,
};

function failure(detail: string): ApiProblem {
  return new ApiProblem({ status: 0, code: "popup-failed", detail });
}

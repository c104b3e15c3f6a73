import { ApiProblem } from "#app/client/api.ts";
import { callWithCookie } from "#app/client/session.ts";
import { POPUP_CHANNEL, type ProviderName, popupMessage, providerNames } from "./contract.ts";

const LOOK_MS = 300;
/** The popup's last message may arrive shortly after it closes. */
const GRACE_MS = 1_000;

/**
 * Signs in through the provider's popup. Call it directly from a click, or the browser blocks the popup.
 * @throws ApiProblem in words for the form
 */
export async function signInThrough(provider: ProviderName): Promise<void> {
  const name = providerNames[provider];
  const popup = window.open("about:blank", "_blank", "popup,width=520,height=680");
  if (!popup) throw failure(`Your browser blocked the ${name} window. Please allow pop-ups here and try again.`);
  try {
    const attempt = crypto.randomUUID();
    const end = listenForEnd(attempt, popup);
    const { data } = await callWithCookie("POST /auth/sign-in/social", { body: { provider, attempt } });
    popup.location.href = data.url;
    const outcome = await end;
    if (outcome.kind === "closed") throw failure(`The ${name} window was closed before you were signed in.`);
    if (outcome.error !== null) throw failure(reasons[outcome.error]?.(name) ?? otherwise(name));
  } finally {
    popup.close();
  }
}

type End = { kind: "closed" } | { kind: "said"; error: string | null };

/** Resolves when the popup's last page reports on this attempt, or when the popup is gone. */
function listenForEnd(attempt: string, popup: Window): Promise<End> {
  const channel = new BroadcastChannel(POPUP_CHANNEL);
  let looking: ReturnType<typeof setInterval>;
  return new Promise<End>((resolve) => {
    channel.addEventListener("message", ({ data }) => {
      const message = popupMessage.safeParse(data);
      if (message.success && message.data.attempt === attempt) resolve({ kind: "said", error: message.data.error });
    });
    looking = setInterval(() => {
      if (!popup.closed) return;
      clearInterval(looking);
      setTimeout(() => resolve({ kind: "closed" }), GRACE_MS);
    }, LOOK_MS);
  }).finally(() => {
    clearInterval(looking);
    channel.close();
  });
}

const silent = (name: string) => `${name} did not answer as it should. Please try again in a moment.`;
const stale = (name: string) => `This sign-in with ${name} took too long or was started elsewhere. Please try again.`;
const otherwise = (name: string) => `Signing in with ${name} did not work. Please try again.`;

/** Messages for the codes with which a provider or the shop ends an attempt. */
const reasons: Partial<Record<string, (name: string) => string>> = {
  access_denied: (name) => `${name} was not allowed to tell the shop who you are. Nothing has changed.`,
  account_not_linked: (name) =>
    `There is already an account with this address, and it was never confirmed. Log in with its password, or use "Reset password."; after that ${name} works too.`,
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

import { readData, refuseConnection } from "#app/client/api.ts";
import type { ProviderName } from "./contract.ts";

// Every function here throws an ApiProblem in words that may be shown.

/** Opens an account and signs its owner in. For an address in use it does neither, and does not say so. */
export async function signUp(person: { name: string; email: string; password: string }): Promise<void> {
  await post("/sign-up/email", person);
}

export async function signIn(person: { email: string; password: string }): Promise<void> {
  await post("/sign-in/email", person);
}

/** Where a popup has to go to sign in with this provider. */
export async function startSocial(provider: ProviderName, attempt: string): Promise<string> {
  const { url } = await post<{ url: string }>("/sign-in/social", { provider, attempt });
  return url;
}

/** Sends the mail by which a password is set anew. */
export async function requestPasswordReset(email: string): Promise<void> {
  await post("/request-password-reset", { email });
}

/** Fails when the link of a reset mail works no more; asking does not use it up. */
export async function checkResetLink(token: string): Promise<void> {
  await post("/check-reset-link", { token });
}

/** Sets a new password with the token of that mail; every session of the person ends. */
export async function resetPassword(token: string, newPassword: string): Promise<void> {
  await post("/reset-password", { token, newPassword });
}

/** Confirms the address of the signed-in person with the token of the verification mail. */
export async function verifyEmail(token: string): Promise<void> {
  await post("/verify-email", { token });
}

export async function sendVerificationMail(): Promise<void> {
  await post("/send-verification-email", {});
}

/** Changes name or picture of the signed-in person; without one it fails with `No user is logged in`. */
export async function updateProfile(profile: { displayName?: string; photoURL?: string | null }): Promise<void> {
  await post("/update-user", { name: profile.displayName, image: profile.photoURL });
}

async function post<Data>(path: string, body: object): Promise<Data> {
  const answer = await fetch(`/api/auth${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  }).catch(refuseConnection);
  return readData<Data>(answer);
}

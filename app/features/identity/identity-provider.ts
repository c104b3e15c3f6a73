import { readData, refuseConnection } from "#app/shell/api.ts";

/** Opens an account and signs its owner in. @throws ApiProblem in the provider's own words. */
export function signUp(person: { name: string; email: string; password: string }): Promise<void> {
  return post("/sign-up/email", person);
}

/** @throws ApiProblem in the provider's own words. */
export function signIn(person: { email: string; password: string }): Promise<void> {
  return post("/sign-in/email", person);
}

/** Sends the mail by which a password is set anew. @throws ApiProblem in the provider's own words. */
export function requestPasswordReset(email: string): Promise<void> {
  return post("/request-password-reset", { email, redirectTo: "/reset-password" });
}

async function post(path: string, body: object): Promise<void> {
  const answer = await fetch(`/api/auth${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  }).catch(refuseConnection);
  await readData(answer);
}

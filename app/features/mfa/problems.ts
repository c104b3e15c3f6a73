import type { Problem } from "#app/contract/problem.ts";

// Not 401: the session is good, and a client that reads 401 would end it.
export const wrongCode: Problem = { code: "wrong-code", status: 403, title: "Wrong code" };

export const passkeyRefused: Problem = { code: "passkey-refused", status: 403, title: "The passkey was not accepted" };

export const appIsOn: Problem = { code: "app-is-on", status: 409, title: "The app is already switched on" };

export const passkeyKnown: Problem = {
  code: "passkey-known",
  status: 409,
  title: "This passkey has already been added",
};

export const tooManyPasskeys: Problem = { code: "too-many-passkeys", status: 409, title: "Too many passkeys" };

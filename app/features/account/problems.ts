import type { Problem } from "#app/contract/problem.ts";

// Not 401: the session is good, and a client that reads 401 would end it.
export const wrongPassword: Problem = { code: "wrong-password", status: 403, title: "Wrong password" };

export const loginTooOld: Problem = { code: "login-too-old", status: 403, title: "Please log in again" };

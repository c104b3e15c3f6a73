import { z } from "zod";
import { email } from "#app/contract/email.ts";
import { endpoint } from "#app/contract/endpoint.ts";

export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 128;

/** What the register form asks for. Length is the only rule for a password: composition rules make worse ones. */
export const registration = z.object({
  name: z.string().trim().min(1, "Name is required").max(100, "At most 100 characters"),
  email,
  password: z
    .string()
    .min(PASSWORD_MIN, `At least ${PASSWORD_MIN} characters`)
    .max(PASSWORD_MAX, `At most ${PASSWORD_MAX} characters`),
});

/** What the login form asks for. */
export const credentials = z.object({ email, password: z.string().min(1, "Password is required") });

export const login = endpoint({
  method: "POST",
  path: "/login",
  access: "public",
  summary: "An access token for the person whose session cookie comes along",
  body: z.strictObject({ email }),
  output: z.object({ accessToken: z.string(), expiresInSeconds: z.int() }),
  refuses: ["not-signed-in"],
});

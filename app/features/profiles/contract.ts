import { z } from "zod";
import { email } from "#app/contract/email.ts";
import { endpoint } from "#app/contract/endpoint.ts";

export const isAdmin = endpoint({
  method: "GET",
  path: "/admin/{email}",
  access: "signed-in",
  summary: "Whether the owner of this address is an admin; asked by that person or by an admin",
  params: z.strictObject({ email }),
  output: z.object({ admin: z.boolean() }),
});

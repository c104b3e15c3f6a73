import { describe, expect, it } from "vitest";
import { apiThrough } from "./api.ts";

describe("an answer that is not the shop's", () => {
  const answering = (status: number) => apiThrough(async () => new Response("<h1>Bad Gateway</h1>", { status }));

  it.each([502, 504])("%i is a proxy that does not reach the shop", async (status) => {
    await expect(answering(status)("GET /auth/get-session")).rejects.toMatchObject({
      ...{ status: 0, code: "no-connection", message: "No connection to the shop. Please try again." },
    });
  });

  it("500 is said to be unexpected", async () => {
    await expect(answering(500)("GET /auth/get-session")).rejects.toMatchObject({
      status: 500,
      code: "internal-error",
    });
  });
});

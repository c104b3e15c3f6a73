import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { readEnv } from "#app/platform/env.server.ts";
import { openSocial } from "./open-social.server.ts";

const DATA_DIR = mkdtempSync(join(tmpdir(), "rivet-social-"));
afterAll(() => rmSync(DATA_DIR, { recursive: true }));

const google = { GOOGLE_CLIENT_ID: "id", GOOGLE_CLIENT_SECRET: "secret" };
const real = {
  APP_ORIGIN: "https://shop.example",
  SECRET: "s".repeat(32),
  SMTP_URL: "smtps://mail.example",
  MAIL_FROM: "shop@shop.example",
  TRUSTED_PROXIES: "none",
};
const github = { GITHUB_CLIENT_ID: "id", GITHUB_CLIENT_SECRET: "secret" };

describe("the providers of a shop", () => {
  it.each([
    ["a demo without credentials", {}, { google: "demo", github: "demo" }],
    ["a demo with those of Google", google, { google: "on", github: "demo" }],
    ["a demo with both", { ...google, ...github }, { google: "on", github: "on" }],
    ["a demo at another address", { APP_ORIGIN: "https://demo.example", DEMO: "1" }, { google: "off", github: "off" }],
    ["a real shop without credentials", real, { google: "off", github: "off" }],
    ["a real shop with those of GitHub", { ...real, ...github }, { google: "off", github: "on" }],
  ])("of %s", async (_, settings, expected) => {
    const { providers, social, stop } = await openSocial(readEnv({ DATA_DIR, ...settings }));
    await stop();
    expect(providers).toEqual(expected);
    expect({ google: Boolean(social.google), github: Boolean(social.github) }).toEqual({
      google: expected.google !== "off",
      github: expected.github !== "off",
    });
  });
});

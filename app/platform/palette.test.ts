import { globSync, readFileSync } from "node:fs";
import { OpenAPIHono } from "@hono/zod-openapi";
import { expect, it } from "vitest";
import { colours } from "#app/features/documents/text-styles.server.ts";
import { failurePage } from "#app/stand-in/pages.server.ts";
import { silent } from "#test/database.ts";
import type { Api } from "./http/api.server.ts";
import { createWeb } from "./http/web.server.ts";
import { layOut, toHtml } from "./mail/layout.server.ts";
import { listPage } from "./mail/mailbox-pages.server.ts";
import { colourOf } from "./palette.server.ts";

/** Colours that are not the shop's own. */
const others = [
  // Those of trims, and how to write one.
  ...["app/features/trims/facts.ts", "app/features/trims/facts.contract.ts", "app/features/trims/fact-words.ts"],
  // Google's.
  "app/ui/provider-icons.tsx",
];

const listColours = (text: string) =>
  [...text.matchAll(/(?<![&\w])#(?:[\da-f]{8}|[\da-f]{6}|[\da-f]{3,4})\b/gi)].map(([colour]) => colour);

it("reads the colours of both schemes", () => {
  expect(colourOf("page")).toEqual({
    light: expect.stringMatching(/^#\w{6}$/),
    dark: expect.stringMatching(/^#\w{6}$/),
  });
  expect(colourOf("on-denim").light).toBe(colourOf("on-denim").dark);
  expect(() => colourOf("plaid")).toThrow("--plaid");
});

it("no other file of the shop writes a colour of its own", () => {
  const written = globSync("app/**/*.{ts,tsx,css}")
    .filter((file) => !/\.test\.tsx?$/.test(file) && file !== "app/ui/tokens.css" && !others.includes(file))
    .map((file) => ({ file, colours: listColours(readFileSync(file, "utf8")) }));
  expect(written.length).toBeGreaterThan(400);
  expect(written.filter((one) => one.colours.length > 0)).toEqual([]);
});

it("mails, documents, the manifest and the pages outside the app have the same colours", async () => {
  const known = listColours(readFileSync("app/ui/tokens.css", "utf8"));
  const content = { subject: "a", heading: "a", paragraphs: ["a"], finePrint: "a" };
  const facts = [["a", "b"]] as const;
  const button = { label: "a", to: "/" };
  const web = createWeb({
    ...{ uploads: (c) => c.notFound(), pages: (c) => c.notFound(), api: new OpenAPIHono() as Api, log: silent },
  });
  const manifest = await web.request("/site.webmanifest");
  expect(manifest.headers.get("content-type")).toBe("application/manifest+json");
  const shown = {
    mail: toHtml(layOut({ ...content, facts, button }, { origin: "https://a.example", contact: "a@a.example" })),
    mailbox: String(await listPage([], 0)),
    standIn: failurePage("a"),
    document: Object.values(colours).join(),
    manifest: await manifest.text(),
  };
  for (const [what, text] of Object.entries(shown)) {
    const found = listColours(text);
    expect(found.length, what).toBeGreaterThan(1);
    expect(known, what).toEqual(expect.arrayContaining(found));
  }
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { OpenAPIHono } from "@hono/zod-openapi";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { serveUploads } from "#app/features/trims/pictures/uploads.server.ts";
import { createLog } from "#app/platform/log.server.ts";
import { createDatabase, silent } from "#test/database.ts";
import type { Api } from "./api.server.ts";
import { createWeb } from "./web.server.ts";

let files: string;
const written = [
  ...["assets/a.js", "images/site/a.svg", "icons/icon-192.png", "favicon.svg"],
  // Asked for by name: by older browsers, for PDFs and by phones.
  ...["favicon.ico", "apple-touch-icon.png"],
];

beforeAll(() => {
  files = mkdtempSync(join(tmpdir(), "rivet-web-"));
  for (const path of written) {
    mkdirSync(join(files, path, ".."), { recursive: true });
    writeFileSync(join(files, path), path);
  }
});
afterAll(() => rmSync(files, { recursive: true }));

const web = () =>
  createWeb({
    uploads: (c) => c.notFound(),
    api: new OpenAPIHono() as Api,
    pages: (c) => c.text("a page"),
    log: silent,
    files,
  });

describe("the files of the build", () => {
  it.each(written)("/%s is served as it is", async (path) => {
    const response = await web().request(`/${path}`);
    expect(await response.text()).toBe(path);
    expect(response.status).toBe(200);
  });

  it.each(["/images/none.webp", "/icons/none.png"])("a missing %s is no page", async (path) => {
    const response = await web().request(path);
    expect(response.status).toBe(404);
    expect(await response.text()).toBe("Not found");
  });
});

it("tells the log about an error outside the API, without the values of its statement, and the visitor nothing of it", async () => {
  const { db, drop } = await createDatabase({ empty: true });
  const lines: string[] = [];
  const log = createLog("info", { write: (line) => lines.push(line) });
  const api = new OpenAPIHono() as Api;
  const shop = createWeb({ api, pages: (c) => c.text("a page"), uploads: serveUploads(db), log });
  const response = await shop.request("/images/uploads/secret-name.webp");
  await drop();
  expect([response.status, response.headers.get("cache-control")]).toEqual([500, "no-store"]);
  expect(await response.text()).toBe("Something went wrong on our side. Nothing has changed.");
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({ msg: "unexpected error", err: { cause: { code: "42P01" } } });
  expect(lines[0]).not.toContain("secret-name");
});

it("denies scripts the features that a shop never needs", async () => {
  const policy = (await web().request("/")).headers.get("permissions-policy");
  for (const feature of ["camera", "geolocation", "microphone", "payment", "usb"]) {
    expect(policy).toContain(`${feature}=()`);
  }
});

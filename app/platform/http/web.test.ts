import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { OpenAPIHono } from "@hono/zod-openapi";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Api } from "./api.server.ts";
import { createWeb } from "./web.server.ts";

let files: string;
const written = ["assets/a.js", "images/site/a.svg", "icons/icon-192.png", "favicon.svg", "site.webmanifest"];

beforeAll(() => {
  files = mkdtempSync(join(tmpdir(), "rivet-web-"));
  for (const path of written) {
    mkdirSync(join(files, path, ".."), { recursive: true });
    writeFileSync(join(files, path), path);
  }
});
afterAll(() => rmSync(files, { recursive: true }));

const web = () =>
  createWeb({ uploads: (c) => c.notFound(), api: new OpenAPIHono() as Api, pages: (c) => c.text("a page"), files });

describe("the files of the build", () => {
  it.each(written)("/%s is served as it is", async (path) => {
    const response = await web().request(`/${path}`);
    expect(await response.text()).toBe(path);
    expect(response.status).toBe(200);
  });

  it("name the manifest's own type", async () => {
    const { headers } = await web().request("/site.webmanifest");
    expect(headers.get("content-type")).toContain("application/manifest+json");
  });

  it.each(["/images/none.webp", "/icons/none.png"])("a missing %s is no page", async (path) => {
    const response = await web().request(path);
    expect(response.status).toBe(404);
    expect(await response.text()).toBe("Not found");
  });
});

import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { fingerprintSources } from "./build-sources.ts";

let root: string;
const write = (path: string, text: string) => writeFileSync(join(root, path), text);

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "rivet build "));
  for (const folder of ["app/ui", "bin", "db"]) mkdirSync(join(root, folder), { recursive: true });
  write("app/ui/button.tsx", "one");
  write("package-lock.json", "{}");
});
afterEach(() => rmSync(root, { recursive: true }));

it.each([
  ["a changed page", () => write("app/ui/button.tsx", "two")],
  ["a new page", () => write("app/ui/field.tsx", "one")],
  ["another name", () => renameSync(join(root, "app/ui/button.tsx"), join(root, "app/ui/knob.tsx"))],
  ["another dependency", () => write("package-lock.json", '{"a":1}')],
  ["a changed setting", () => write("vite.config.ts", "")],
  ["another way to build", () => write("bin/build.ts", "")],
  ["another way to build the server", () => write("bin/build-server.ts", "")],
  ["a changed start", () => write("server.ts", "")],
  ["a changed seed", () => write("db/catalogue.json", "[]")],
])("%s asks for a new build", async (_, change) => {
  const before = await fingerprintSources(root);
  change();
  expect(await fingerprintSources(root)).not.toBe(before);
});

it.each([
  ["a touched file", () => utimesSync(join(root, "app/ui/button.tsx"), 1, 1)],
  ["a test", () => write("app/ui/button.test.tsx", "it()")],
  ["a text beside the sources", () => write("README.md", "")],
])("%s does not", async (_, change) => {
  const before = await fingerprintSources(root);
  change();
  expect(await fingerprintSources(root)).toBe(before);
});

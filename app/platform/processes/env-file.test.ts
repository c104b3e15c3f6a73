import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { forgetEnvFiles } from "./env-file.server.ts";

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "rivet-env-"));
  file = join(folder, ".env");
});
afterEach(() => rmSync(folder, { recursive: true }));

it.each([[(name: string) => [`--env-file=${name}`]], [(name: string) => ["--env-file-if-exists", name]]])(
  "reads an edited file anew, and lets what the environment sets win",
  (words) => {
    writeFileSync(file, "LIMITS=off\nPORT=3000\nGONE=1\n");
    const environment: NodeJS.ProcessEnv = { LIMITS: "off", GONE: "1", PORT: "4000", HOME: "/home/rivet" };
    const readFresh = forgetEnvFiles(environment, ["--enable-source-maps", ...words(file)]);
    expect(environment).toEqual({ PORT: "4000", HOME: "/home/rivet" });
    writeFileSync(file, "LIMITS=order-account=5/60\nPORT=3000\n");
    expect(readFresh()).toEqual({ LIMITS: "order-account=5/60", PORT: "4000", HOME: "/home/rivet" });
  },
);

it("does without a file", () => {
  const environment: NodeJS.ProcessEnv = { PORT: "4000" };
  expect(forgetEnvFiles(environment, [`--env-file-if-exists=${file}`])()).toEqual({ PORT: "4000" });
});

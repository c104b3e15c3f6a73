import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { readEnv, settingNames } from "#app/platform/env.server.ts";

const lines = readFileSync("deploy/compose.yaml", "utf8").matchAll(/^ {4}([A-Z_]+): "?(.*?)"?$/gm);
const passed = Object.fromEntries([...lines].map(([, name = "", value = ""]) => [name, value]));

/** The image sets the first ones; there is one database, and no pooler; no container is a demo. */
const OF_NO_USE = [
  ...["HOST", "PORT", "DATA_DIR", "DATABASE_DIRECT_URL", "NAMED_STATEMENTS", "DEMO", "DEMO_YEAR"],
  ...settingNames.filter((name) => /^(GOOGLE|GITHUB)_.*_URL$/.test(name)),
];

it("deploy/compose.yaml passes on every setting that is of use there", () => {
  expect(Object.keys(passed).toSorted()).toEqual(settingNames.filter((name) => !OF_NO_USE.includes(name)).toSorted());
});

it("a shop starts with what deploy/compose.yaml passes on when only the example is filled in", () => {
  const example = readFileSync("deploy/shop.env.example", "utf8").matchAll(/^(\w+)=(.*)$/gm);
  const written = new Map([...example].map(([, name = "", value]) => [name, value || "x".repeat(32)]));
  const fill = (text: string) =>
    text.replace(/\$\{(\w+)(?::[-?]([^}]*))?\}/g, (_, name, other) => written.get(name) ?? other);
  const source = Object.fromEntries(Object.entries(passed).map(([name, value]) => [name, fill(value)]));
  expect(readEnv(source)).toMatchObject({ origin: "https://shop.example.com", timeZone: "UTC", limits: {} });
});

it("deploy/Dockerfile copies files that exist", () => {
  const copied = readFileSync("deploy/Dockerfile", "utf8").matchAll(/\/shop\/((?:app|bin|db|deploy)\S*)/g);
  const paths = [...copied].map(([, path = ""]) => path);
  expect(paths.length).toBeGreaterThan(2);
  expect(paths.filter((path) => !existsSync(path))).toEqual([]);
});

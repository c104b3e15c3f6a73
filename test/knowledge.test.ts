import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { auditActions } from "#app/audit-actions.server.ts";
import routes from "#app/routes.ts";

// What the import rules cannot see, because nothing is imported: words that belong to a slice, written out elsewhere.

const allProblems = readCodes(import.meta.glob("../app/features/*/problems.ts", { eager: true }));
const allActions = readCodes(import.meta.glob("../app/features/*/audit-actions.server.ts", { eager: true }));
const common = readCodes(import.meta.glob("../app/contract/problem.ts", { eager: true }));

/** Below the slices, or above them all: code here must get such words from the slices. */
const ignorant = globSync([
  ...["app/platform/**/*.ts", "app/contract/**/*.ts", "app/features/audit/**/*.{ts,tsx}", "app/ui/**/*.{ts,tsx}"],
  ...["app/lists/**/*.{ts,tsx}", "app/forms/**/*.{ts,tsx}", "server.ts", "app/{process,shop}.server.ts"],
]).filter((file) => !/\.test\.|audit-actions/.test(file));

function readCodes(modules: Record<string, unknown>): string[] {
  const declared = Object.values(modules).flatMap((module) => Object.values(Object(module)));
  // Problems are exported one by one, actions as one object.
  const all = declared.flatMap((one) => (hasCode(one) ? [one] : Object.values(Object(one))));
  return all.filter(hasCode).map(({ code }) => code);
}

function hasCode(value: unknown): value is { code: string } {
  return value instanceof Object && "code" in value && typeof value.code === "string";
}

/** Where `source` writes out one of these codes or the address of one of these pages. */
function findWords(source: string, codes: readonly string[], pages: readonly string[]): string[] {
  const quoted = [...source.matchAll(/["'`]([^"'`\n]*)["'`]/g)].map(([, text = ""]) => text);
  return quoted.filter((text) => codes.includes(text) || pages.includes(text.split(/[/?]/, 2).join("/")));
}

const codes = [...allProblems, ...allActions];
const pages = routes.flatMap(({ path, children }) => [
  ...(path ? [path] : []),
  ...(children ?? []).flatMap(({ path: below }) => (below ? [path ?? below] : [])),
]);
const addresses = pages.filter((path) => /^[a-z]/.test(path)).map((path) => `/${path.split("/")[0]}`);

describe("the words of the slices", () => {
  it("are read from the slices", () => {
    expect(codes).toEqual(expect.arrayContaining(["last-admin", "trim-renamed", "make-admin", "delete-order"]));
    expect(addresses).toEqual(expect.arrayContaining(["/purchase", "/login", "/dashboard"]));
    expect(ignorant.length).toBeGreaterThan(60);
  });

  it("are written out nowhere below them", () => {
    const found = ignorant.flatMap((file) =>
      findWords(readFileSync(file, "utf8"), codes, addresses).map((word) => `${file}: ${word}`),
    );
    expect(found).toEqual([]);
  });

  it.each(['refuse("last-admin")', "act: 'make-admin'", 'path.startsWith("/purchase/")', "`/login?from=/`"])(
    "would be found in %s",
    (source) => {
      expect(findWords(source, codes, addresses)).toHaveLength(1);
    },
  );

  it("name each refusal and each act once", () => {
    const refusals = [...common, ...allProblems];
    expect(new Set(refusals).size).toBe(refusals.length);
    expect(new Set(auditActions.map(({ code }) => code)).size).toBe(auditActions.length);
  });

  it("are merged at the top: no slice's acts are forgotten", () => {
    expect(auditActions.map(({ code }) => code)).toEqual(expect.arrayContaining(allActions));
  });
});

import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import ts from "typescript-6";
import { expect, it } from "vitest";

/** Words that once had a meaning of their own here. Say seller, stored, audit action, e-mail, status, notified instead. */
const PRIVATE = new Set([
  "told",
  "untold",
  "kept",
  "house",
  "acts",
  "letters",
  "standing",
  "standings",
  "mill",
  "mills",
]);

const SOURCES = ["{app,bench,bin,db,e2e,test,trials}/**/*.{ts,tsx,mjs}", "*.{ts,mjs}"];

/** The private words in the names that a source declares or uses: `isKeptWhenLeft` has "kept". */
function findPrivateWords(path: string, text: string): string[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false, ts.ScriptKind.TSX);
  const names = new Set([basename(path)]);
  const visit = (node: ts.Node) => {
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) names.add(node.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return [...names].flatMap((name) => (listWords(name).some((word) => PRIVATE.has(word)) ? [`${path}: ${name}`] : []));
}

function listWords(name: string): string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z]+/);
}

it.each(["isKeptWhenLeft", "ORDERS_TOLD", "#kept", "tellTold", "houseToday"])("finds a private word in %s", (name) => {
  expect(findPrivateWords("a.ts", `class A { ${name.replace(/^#?/, "#")} = 1; }`)).toHaveLength(1);
});

it("no name in the shop has a private word", () => {
  const found = globSync(SOURCES).flatMap((path) => findPrivateWords(path, readFileSync(path, "utf8")));
  expect(found).toEqual([]);
});

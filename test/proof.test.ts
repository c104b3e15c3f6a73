import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";

const PROOF = "app/client/proof.ts";
const DIALOG = "app/forms/proof-dialog.tsx";
/** It shares the moves of several orders with the page of staff, but buyers are asked for no proof. */
const NO_PROOF = "app/features/orders/list/my-orders.page.tsx";

/** The files that a file of the app imports, and those that they import. */
function reach(file: string, reached = new Set<string>()): Set<string> {
  if (reached.has(file)) return reached;
  reached.add(file);
  for (const [, path = ""] of readFileSync(file, "utf8").matchAll(
    /^(?!import type)[^;]*?"((?:#app|\.\.?)\/[^"]+\.tsx?)"/gm,
  )) {
    const imported = path.startsWith("#app/") ? path.slice(1) : join(dirname(file), path);
    if (!imported.includes("/+types/") && imported !== PROOF) reach(imported, reached);
  }
  return reached;
}

const asks = (file: string) => file !== DIALOG && /\bwithProof\(/.test(readFileSync(file, "utf8"));

it("each page with an action that may need a proof of identity has the dialog that asks for it", () => {
  const pages = globSync("app/features/**/*.page.tsx")
    .filter((page) => page !== NO_PROOF)
    .map((page) => ({ page, files: [...reach(page)] }))
    .filter(({ files }) => files.some(asks));
  expect(pages.length).toBeGreaterThan(5);
  expect(pages.filter(({ files }) => !files.includes(DIALOG)).map(({ page }) => page)).toEqual([]);
});

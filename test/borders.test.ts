import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { ICruiseResult } from "dependency-cruiser";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

/** Per rule: a file and the import that it must not have. */
const forbidden: Record<string, [file: string, imported: string]> = {
  "lowest-slice-stands-alone": ["app/features/audit/a.server.ts", "#app/features/identity/queries.server.ts"],
  "lowest-slice-stands-alone-in-pages": ["app/features/audit/a.page.tsx", "#app/features/trims/rules.ts"],
  "identity-records-and-knows-no-more": ["app/features/identity/a.server.ts", "#app/features/trims/queries.server.ts"],
  "identity-records-and-knows-no-more-in-pages": ["app/features/identity/a.page.tsx", "#app/features/trims/rules.ts"],
  "mfa-knows-identity": ["app/features/mfa/a.server.ts", "#app/features/trims/queries.server.ts"],
  "mfa-knows-identity-in-pages": ["app/features/mfa/a.page.tsx", "#app/features/trims/rules.ts"],
  "neighbour-slices-are-strangers": ["app/features/reviews/a.server.ts", "#app/features/trims/queries.server.ts"],
  "neighbour-slices-are-strangers-in-pages": ["app/features/reviews/a.page.tsx", "#app/features/trims/rules.ts"],
  "the-catalogue-knows-trims": ["app/features/catalogue/a.server.ts", "#app/features/orders/queries.server.ts"],
  "the-catalogue-knows-trims-in-pages": ["app/features/catalogue/a.page.tsx", "#app/features/site/rules.ts"],
  "orders-look-down-only": ["app/features/orders/a.server.ts", "#app/features/site/rules.ts"],
  "orders-look-down-only-in-pages": ["app/features/orders/b.page.tsx", "#app/features/site/rules.ts"],
  "sheets-look-down-only": ["app/features/sheets/a.server.ts", "#app/features/site/rules.ts"],
  "sheets-look-down-only-in-pages": ["app/features/sheets/b.page.tsx", "#app/features/site/rules.ts"],
  "money-looks-down-only": ["app/features/money/a.server.ts", "#app/features/site/rules.ts"],
  "money-looks-down-only-in-pages": ["app/features/money/b.page.tsx", "#app/features/site/rules.ts"],
  "account-looks-down-only": ["app/features/account/a.server.ts", "#app/features/admin-dashboard/sums.server.ts"],
  "account-looks-down-only-in-pages": ["app/features/account/b.page.tsx", "#app/features/site/home-query.ts"],
  "account-borrows-from-identity": ["app/features/account/a.page.tsx", "#app/features/trims/list/trim-lines.tsx"],
  "buyers-look-down-only": ["app/features/buyers/a.server.ts", "#app/features/admin-dashboard/sums.server.ts"],
  "buyers-look-down-only-in-pages": ["app/features/buyers/b.page.tsx", "#app/features/site/home-query.ts"],
  "the-admin-dashboard-looks-down-only": ["app/features/admin-dashboard/a.server.ts", "#app/features/site/rules.ts"],
  "the-admin-dashboard-looks-down-only-in-pages": [
    "app/features/admin-dashboard/b.page.tsx",
    "#app/features/site/rules.ts",
  ],
  "documents-look-down-only": ["app/features/documents/a.server.ts", "#app/features/site/rules.ts"],
  "documents-look-down-only-in-pages": ["app/features/documents/b.page.tsx", "#app/features/site/rules.ts"],
  "only-site-borrows-components": ["app/features/profiles/a.page.tsx", "#app/features/identity/auth-layout.tsx"],
  "orders-borrow-from-trims-alone": ["app/features/orders/a.page.tsx", "#app/features/identity/auth-layout.tsx"],
  "sheets-borrow-from-orders-and-trims": ["app/features/sheets/a.page.tsx", "#app/features/identity/auth-layout.tsx"],
  "admin-dashboard-and-buyers-borrow-from-trade": [
    "app/features/admin-dashboard/a.page.tsx",
    "#app/features/identity/auth-layout.tsx",
  ],
  "slice-contract-is-pure": ["app/features/orders/contract.ts", "./rules.ts"],
  "rules-are-pure": ["app/features/reviews/rules.ts", "#app/ui/button.tsx"],
  "server-files-stay-on-the-server": ["app/features/trims/a.page.tsx", "./queries.server.ts"],
  "server-packages-stay-on-the-server": ["app/features/trims/b.page.tsx", "hono"],
  "node-stays-on-the-server": ["app/client/a.ts", "node:fs"],
  "contract-is-pure": ["app/contract/a.ts", "#app/content/brand.ts"],
  "ui-knows-no-business": ["app/ui/a.tsx", "#app/contract/price.ts"],
  "content-is-plain-data": ["app/content/a.ts", "#app/ui/button.tsx"],
  "platform-knows-no-slice": ["app/platform/a.server.ts", "#app/features/identity/a.server.ts"],
  "engine-is-a-package": ["app/platform/engine/a.server.ts", "#app/platform/log.server.ts"],
  "engine-has-one-way-in": ["app/platform/db/a.server.ts", "#app/platform/engine/lock.server.ts"],
  "stand-in-is-for-composition": ["app/features/identity/b.server.ts", "#app/stand-in/people.server.ts"],
  "stand-in-knows-settings-only": ["app/stand-in/a.server.ts", "#app/contract/price.ts"],
  "client-knows-no-slice": ["app/client/b.ts", "#app/features/sheets/contract.ts"],
  "api-calls-know-contracts-only": ["app/client/api.ts", "#app/features/sheets/rules.ts"],
  "lists-and-forms-know-no-slice": ["app/lists/a.tsx", "#app/features/trims/contract.ts"],
  "frame-knows-contracts-only": ["app/frame/b.tsx", "#app/features/trims/trim-picture.tsx"],
  "only-composition-knows-all-parts": ["app/entry.server.tsx", "#app/features/trims/contract.ts"],
  "the-api-map-is-for-composition": ["app/features/trims/a.server.ts", "#app/api.server.ts"],
  "test-code-stays-in-tests": ["app/platform/b.server.ts", "#test/people.ts"],
  "no-circles": ["app/features/trims/circle.tsx", "./circle.tsx"],
  "every-import-is-found": ["app/frame/c.ts", "./nowhere.ts"],
};

/** What the same rules must leave alone. */
const allowed: [file: string, imported: string][] = [
  ["server.ts", "#app/features/trims/api.server.ts"],
  ["bin/seed.ts", "#app/features/trims/queries.server.ts"],
  ["db/seed.ts", "#app/features/trims/queries.server.ts"],
  ["db/year/rows.ts", "#app/features/trims/rules.ts"],
  ["app/api.server.ts", "#app/features/trims/api.server.ts"],
  ["app/features/trims/api.server.ts", "#app/features/identity/queries.server.ts"],
  ["app/features/trims/api.server.ts", "#app/features/audit/queries.server.ts"],
  ["app/features/identity/roles.server.ts", "#app/features/audit/queries.server.ts"],
  ["app/audit-actions.server.ts", "#app/features/trims/audit-actions.server.ts"],
  ["app/pending-notifications.server.ts", "#app/features/orders/mails.server.ts"],
  ["app/features/trims/api.test.ts", "#test/people.ts"],
  ["app/features/orders/api.server.ts", "#app/features/trims/queries.server.ts"],
  ["app/features/orders/c.page.tsx", "#app/features/reviews/contract.ts"],
  ["app/features/trims/c.page.tsx", "#app/features/orders/contract.ts"],
  ["app/features/orders/order-row.tsx", "#app/features/trims/contract.ts"],
  ["app/features/orders/d.page.tsx", "#app/features/trims/pictures/trim-zoom.tsx"],
  ["app/features/sheets/api.server.ts", "#app/features/orders/queries.server.ts"],
  ["app/features/sheets/c.page.tsx", "#app/features/orders/order/reach.tsx"],
  ["app/features/profiles/contract.ts", "#app/features/profiles/problems.ts"],
  ["app/features/profiles/rules.ts", "#app/features/profiles/problems.ts"],
  ["app/features/reviews/contract.ts", "#app/features/identity/problems.ts"],
  ["app/features/orders/order-row.rules.ts", "#app/features/trims/contract.ts"],
  ["app/features/orders/d.action.ts", "#app/client/api.ts"],
  ["app/features/site/home.page.tsx", "#app/features/trims/trim-picture.tsx"],
  ["app/features/identity/queries.server.ts", "node:crypto"],
  ["app/features/identity/tables.server.ts", "drizzle-orm/pg-core"],
  ["app/features/identity/login.page.tsx", "react-hook-form"],
  ["app/features/identity/register.page.tsx", "./+types/register.page.ts"],
  ["app/platform/c.server.ts", "#app/contract/price.ts"],
  ["app/features/reviews/changes.contract.ts", "./contract.ts"],
  ["app/lists/b.tsx", "#app/client/api.ts"],
  ["app/platform/engine/b.server.ts", "pg"],
  ["app/platform/engine/c.server.ts", "node:fs"],
  ["app/shop.server.ts", "#app/stand-in/open-social.server.ts"],
  ["app/stand-in/b.server.ts", "#app/platform/env.server.ts"],
  ["app/features/identity/social.test.ts", "#app/stand-in/people.server.ts"],
  ["app/routes.ts", "@react-router/dev/routes"],
  ["app/ui/button.tsx", "@base-ui/react/toast"],
  ["app/contract/price.ts", "zod"],
  ["bench/sign-in.ts", "#test/people.ts"],
  ["trials/ha/shops.ts", "#app/features/trims/api.server.ts"],
  ["test/people.ts", "#app/features/identity/tables.server.ts"],
];

/** All the ways to import. Each is tried with a file that must stay on the server. */
const ways: Record<string, (imported: string) => string> = {
  value: (imported) => `import { it } from "${imported}";`,
  type: (imported) => `import type { It } from "${imported}";`,
  "re-export": (imported) => `export { it } from "${imported}";`,
  lazy: (imported) => `export const it = () => import("${imported}");`,
  "type of a module": (imported) => `export type It = Promise<typeof import("${imported}")>;`,
};

const root = mkdtempSync(join(tmpdir(), "rivet-borders-"));
let planted: ICruiseResult;

beforeAll(() => {
  const imports = [...Object.values(forbidden), ...allowed];
  for (const [, imported] of imports) {
    const target = imported.match(/^#((?:app|test)\/.+)$/)?.[1];
    if (target) write(target, "export {};");
  }
  write("app/features/trims/queries.server.ts", "export {};");
  write("app/features/orders/rules.ts", "export {};");
  for (const [file, imported] of imports) write(file, ways.type?.(imported));
  for (const [way, source] of Object.entries(ways)) {
    write(wayFile(way), source("#app/features/trims/queries.server.ts"));
  }
  cpSync("package.json", join(root, "package.json"));
  symlinkSync(join(process.cwd(), "node_modules"), join(root, "node_modules"));
  planted = judge(root);
});

afterAll(() => rmSync(root, { recursive: true }));

describe("the borders of this repository", () => {
  it("are kept, and every source file was read for it", { tags: ["trial"] }, () => {
    const { modules, summary } = judge(process.cwd());
    expect(summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)).toEqual([]);
    const read = modules.filter(({ source }) => /^(app|bench|bin|db|test|e2e|trials)\/|^server\.ts$/.test(source));
    expect(read.length).toBeGreaterThan(30);
    expect(read.flatMap(({ dependencies }) => dependencies).length).toBeGreaterThan(read.length);
  });

  it("turn `node bin/borders.ts` red, with the sentence that says what to do instead", () => {
    const { status, stdout } = spawnSync(process.execPath, ["bin/borders.ts", root], { encoding: "utf8" });
    expect(status).toBeGreaterThan(0);
    expect(stdout).toContain("Reach data through app/client/api.ts");
  });
});

describe("a forbidden import", () => {
  it("is planted for every rule", () => {
    const rules = planted.summary.ruleSetUsed?.forbidden?.map(({ name }) => name) ?? [];
    expect(Object.keys(forbidden).toSorted()).toEqual(rules.toSorted());
  });

  it.each(Object.entries(forbidden))("%s: turns exactly this rule red", (rule, [file]) => {
    expect(findViolations(file)).toEqual([rule]);
  });

  it.each(Object.keys(ways))("is seen as %s", (way) => {
    expect(findViolations(wayFile(way))).toEqual(["server-files-stay-on-the-server"]);
  });

  it.each(allowed)("is not %s → %s", (file) => {
    expect(findViolations(file)).toEqual([]);
  });
});

function judge(folder: string): ICruiseResult {
  const script = `const { checkImports } = await import("./bin/borders.ts");
    console.log(JSON.stringify(await checkImports(process.argv[1])));`;
  const options = { encoding: "utf8", maxBuffer: 64 * 1024 * 1024 } as const;
  return JSON.parse(execFileSync(process.execPath, ["--input-type=module", "--eval", script, folder], options));
}

function findViolations(file: string): (string | undefined)[] {
  return planted.summary.violations.filter(({ from }) => from === file).map(({ rule }) => rule.name);
}

function wayFile(way: string): string {
  return `app/features/trims/${way.replaceAll(" ", "-")}.tsx`;
}

function write(path: string, source = ""): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), `${source}\n`);
}

// @module-tag trial

import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { demoPeople } from "#db/demo-people.ts";
import { fillWithDemo } from "../demo-data.ts";
import { findBlock, PAGE, type } from "../operations-page.ts";
import { OUTCOMES, typePage } from "../operations-trial.ts";
import { freePort, NPM_START, type ShopProcess, startShopProcess, stopShopProcess } from "../shop-process.ts";
import { startSmtp } from "../smtp.ts";

// Does what docs/operations.md says, in its order. The place of the shop and the name of a person are this test's own.

let folder: string;
let shop: ShopProcess;
let smtp: Awaited<ReturnType<typeof startSmtp>>;
const own: Record<string, string> = {};
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "rivet-operations-"));
  // The commands leave files where they are typed.
  mkdirSync(join(folder, "shop"));
  // All that goes into the fingerprint of the build: it is taken as it is.
  for (const name of [
    "package.json",
    "package-lock.json",
    "bin",
    "app",
    "db",
    "server.ts",
    "drizzle.config.ts",
    "playwright.config.ts",
    "react-router.config.ts",
    "vite.config.ts",
    "vitest.config.ts",
    "tsconfig.json",
    "build",
  ])
    cpSync(name, join(folder, "shop", name), { recursive: true });
  for (const name of ["node_modules", "public"]) symlinkSync(resolve(name), join(folder, "shop", name));
  await fillWithDemo(join(folder, "data"));
  smtp = await startSmtp();
  await smtp.turn("550");
  const [PORT, metrics] = [await freePort(), `127.0.0.1:${await freePort()}`];
  const mails = { SMTP_URL: smtp.url, MAIL_FROM: "shop@rivet.example" };
  shop = await startShopProcess({ PORT, DATA_DIR: join(folder, "data"), METRICS: metrics, ...mails }, NPM_START);
  Object.assign(own, { SHOP: shop.url, METRICS_AT: `http://${metrics}`, PERSON: demoPeople.buyer.email });
}, 120_000);
afterAll(async () => {
  await stopShopProcess(shop);
  await smtp.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** Runs commands as typed, where the shop is. */
function typeHere(commands: string, more: NodeJS.ProcessEnv = {}) {
  const { HOME, TMPDIR } = process.env;
  const PATH = `${dirname(process.execPath)}:${process.env.PATH}`;
  const env = { PATH, HOME, TMPDIR, DATA_DIR: join(folder, "data"), ...own, ...more };
  return type(commands, { cwd: join(folder, "shop"), env });
}

/** The page's example values give way to where the shop of this test is. */
const withoutExamples = (commands: string) => commands.replace(/^export (SHOP|METRICS_AT|PERSON)=.*$/gm, "");

describe("docs/operations.md", { timeout: 180_000 }, () => {
  it("has commands that work in their order", async () => {
    const all = await typePage(shop.url, demoPeople.buyer, (commands) => typeHere(withoutExamples(commands)));
    for (const word of OUTCOMES) expect(all).toContain(word);
  });

  // DATABASE_URL is a shop's server, TRIAL_URL an empty database; both need PostgreSQL's programs.
  it.runIf(process.env.TRIAL_URL)("has commands that work on an external server", async () => {
    const { DATABASE_URL, TRIAL_URL } = process.env;
    const commands = findBlock("postgresql");
    const { code, said } = await typeHere(`mkdir -p backups\n${commands}`, { DATABASE_URL, TRIAL_URL });
    expect(code, said).toBe(0);
  });

  it("has what the alerts refer to", () => {
    const headings = [...PAGE.matchAll(/^## (.*)$/gm)].map(([, text]) => text);
    const meant = [...readFileSync("deploy/alerts.yml", "utf8").matchAll(/operations\.md, "(.*)"/g)].map(
      ([, text]) => text,
    );
    expect(meant).toHaveLength(5);
    expect(meant.filter((heading) => !headings.includes(heading))).toEqual([]);
  });
});

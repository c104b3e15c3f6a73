import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Page } from "@playwright/test";
import { findEngine } from "#app/platform/engine/engine.server.ts";
import { demoPeople } from "#db/demo-people.ts";
import { freePort, logInAsBuyer } from "#test/shop-process.ts";
import { copyTree, type TreeCopy } from "#test/tree-copy.ts";
import { expect, test } from "../fixtures.ts";

// `npm run dev` as a developer has it beside the editor, on a copy of the sources.

const IDLE_MS = 5_000;
/** Far more than an edit takes, in case the machine is busy. */
const soon = { timeout: 60_000 };

let tree: TreeCopy;
let server: ChildProcess;
let url: string;
let said = "";

test.beforeAll(async () => {
  tree = copyTree();
  const PORT = await freePort();
  url = `http://localhost:${PORT}`;
  const env = { ...process.env, PORT, DATA_DIR: join(tree.root, "data"), DEMO_YEAR: "0" };
  // A group of its own, as a terminal gives it: ctrl+C reaches npm and all that it started.
  server = spawn("npm", ["run", "dev"], { cwd: tree.root, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  for (const stream of [server.stdout, server.stderr]) {
    stream?.on("data", (words) => {
      said += words;
    });
  }
  await expect
    .poll(() => askForUnknownTrim().catch(() => said), { timeout: 180_000 })
    .toContain("This trim does not exist");
});

test.afterAll(async () => {
  // Not "exit": npm may go before the server that holds its output open.
  const gone = once(server, "close");
  if (server.pid) process.kill(-server.pid, "SIGTERM");
  await gone;
  expect(await findEngine(join(tree.root, "data")), "PostgreSQL ends with it").toBeUndefined();
  tree.remove();
});

test("nobody reads the shop's data or settings from the server of its sources", async () => {
  for (const file of ["data/secret", "data/postgres/PG_VERSION", "package.json", "db/seed.ts"]) {
    expect(existsSync(join(tree.root, file)), file).toBe(true);
    for (const path of [`/${file}`, `/@fs${join(tree.root, file)}`])
      for (const asked of ["", "?raw", "?url&inline", "?import&raw"])
        expect((await fetch(url + path + asked)).status, path + asked).toBeGreaterThanOrEqual(403);
  }
});

test("each kind of edit arrives while the server, its database and the page stay", async ({ page }) => {
  const { engine, starts } = await running();
  expect(starts).toBe(1);
  // What is edited before the page listens arrives only with its next load.
  const listening = page.waitForEvent("console", {
    predicate: (message) => message.text().includes("[vite] connected"),
    ...soon,
  });
  await page.goto(`${url}/login`);
  await listening;
  await page.getByLabel("E-mail").fill("typed@atelier-vaubleu.example");
  await page.evaluate(() => {
    document.documentElement.dataset.stored = "yes";
  });

  await test.step("a page", async () => {
    tree.edit("app/features/identity/login.page.tsx", "New here? <", "New to the shop? <");
    await expect(page.getByText("New to the shop?")).toBeVisible(soon);
    await expectStored(page);
  });

  await test.step("a style", async () => {
    tree.edit("app/ui/tokens.css", "  --page: light-dark(", "  --page: #010203; --unused: light-dark(");
    await expect.poll(() => groundOf(page), soon).toBe("rgb(1, 2, 3)");
    await expectStored(page);
  });

  await test.step("a contract", async () => {
    tree.edit("app/features/trims/contract.ts", "One trim, by its id", "One trim of the catalogue, by its id");
    await expect.poll(() => textOf("/api/openapi.json"), soon).toContain("One trim of the catalogue");
  });

  await test.step("a handler", async () => {
    tree.edit("app/features/trims/api.server.ts", '"This trim does not exist."', '"This trim is unknown."');
    await expect.poll(askForUnknownTrim, soon).toContain("This trim is unknown.");
  });

  await test.step("a query", async () => {
    const newestFirst = await textOf("/api/reviews?limit=1");
    tree.edit("app/features/reviews/queries.server.ts", "orderBy(desc(reviews.id))", "orderBy(reviews.id)");
    await expect.poll(() => textOf("/api/reviews?limit=1"), soon).not.toBe(newestFirst);
  });

  await test.step("a rule, for the server and in the open page", async () => {
    const { _id, moq } = await firstTrim();
    const quantity = page.getByLabel("Quantity");
    await page.getByLabel("E-mail").fill(demoPeople.buyer.email);
    await page.getByRole("textbox", { name: "Password" }).fill(demoPeople.buyer.password);
    await page.getByRole("button", { name: "Login", exact: true }).click();
    await expect(page.getByRole("banner").getByText(demoPeople.buyer.name)).toBeAttached();
    await page.goto(`${url}/purchase/${_id}`);
    await quantity.fill("1");
    await quantity.blur();
    await expect(page.getByText(`Minimum Order Quantity is ${moq}`)).toBeVisible();
    tree.edit("app/features/orders/rules.ts", "Minimum Order Quantity is", "Order at least");
    await expect(page.getByText(`Order at least ${moq}`)).toBeVisible(soon);
    await expect(quantity).toHaveValue("1");
    const buyer = await logInAsBuyer(url);
    await expect.poll(() => refusalOfOne(_id, buyer), soon).toBe(`Order at least ${moq}`);
  });

  await test.step("a column, with its migration", async () => {
    tree.edit(
      "app/features/trims/tables.server.ts",
      'description: text("description").notNull(),',
      'description: text("description").notNull(),\n    grade: text("grade").notNull().default("plain"),',
    );
    execFileSync("npm", ["run", "db:new", "--", "add-grade"], { cwd: tree.root, stdio: "pipe" });
    tree.edit("app/features/trims/contract.ts", "    moq: z.int(),\n", "    moq: z.int(),\n    grade: z.string(),\n");
    await expect.poll(() => textOf("/api/trims?limit=1"), soon).toContain('"grade":"plain"');
  });

  await test.step("a mistake in the code is shown, and gone once it is corrected", async () => {
    tree.edit("app/features/trims/api.server.ts", '"This trim is unknown."', '"This trim is unknown.');
    await expect.poll(() => textOf("/api/trims"), soon).toContain("Unterminated string");
    tree.edit("app/features/trims/api.server.ts", '"This trim is unknown.', '"This trim is unknown."');
    await expect.poll(askForUnknownTrim, soon).toContain("This trim is unknown.");
  });

  await test.step("and nothing restarts, neither at an edit nor without one", async () => {
    // That nothing happens can only be seen by waiting.
    await pause(IDLE_MS);
    expect(await running(), said).toEqual({ engine, starts });
  });
});

/** How often the server said that it is open, and the process of its PostgreSQL, which would not outlive it. */
async function running() {
  const engine = (await findEngine(join(tree.root, "data")))?.pid;
  return { engine, starts: said.split("Rivet & Reed is open at").length - 1 };
}

async function expectStored(page: Page): Promise<void> {
  await expect(page.getByLabel("E-mail")).toHaveValue("typed@atelier-vaubleu.example");
  expect(await page.evaluate(() => document.documentElement.dataset.stored)).toBe("yes");
}

function groundOf(page: Page): Promise<string> {
  return page.evaluate(() => getComputedStyle(document.body).backgroundColor);
}

async function textOf(path: string): Promise<string> {
  // A kept connection may be closed by the server just when it is asked again.
  const answer = () => fetch(url + path, { headers: { connection: "close" } });
  return (await answer().catch(answer)).text();
}

async function firstTrim(): Promise<{ _id: string; name: string; moq: number }> {
  const [trim] = JSON.parse(await textOf("/api/trims?limit=1"));
  return trim;
}

function askForUnknownTrim(): Promise<string> {
  return textOf("/api/trims/01a2002e-7187-710e-9bfb-348cf6f8f05d");
}

/** What the server says to an order of one piece. */
async function refusalOfOne(trimId: string, buyer: { name: string; email: string; token: string }): Promise<string> {
  const { name, email, token } = buyer;
  const { name: productName } = await firstTrim();
  const body = { name, email, phone: "12345", address: "Vävaregatan 14", productName, orderQuantity: 1, trimId };
  const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
  const answer = await fetch(`${url}/api/orders`, { method: "POST", headers, body: JSON.stringify(body) });
  return (await answer.json()).detail;
}

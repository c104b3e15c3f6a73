import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fillWithDemo } from "./demo-data.ts";
import { freePort, logInAsBuyer, NPM_START, queryShop, startShopProcess, stopShopProcess } from "./shop-process.ts";

let folder: string;
const ends: (() => unknown)[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "rivet-backup-"));
});
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

const start = async (DATA_DIR: string) => {
  const shop = await startShopProcess({ PORT: await freePort(), DATA_DIR, LIMITS: "off" }, NPM_START);
  ends.push(() => stopShopProcess(shop));
  return shop;
};

/** The documented command. */
function admin(DATA_DIR: string, ...words: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const { PATH, HOME, TMPDIR } = process.env;
  const env = { PATH, HOME, TMPDIR, DATA_DIR };
  return new Promise((resolve) => {
    execFile("npm", ["run", "--silent", "admin", "--", ...words], { env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
  });
}

type Totals = { quantity: number; ordered: number; put: number };
const STOCK = `
  select trims.id, quantity, coalesce(ordered, 0)::int as ordered, coalesce(put, 0)::int as put from trims
  left join (select trim_id, sum(order_quantity) as ordered from orders
    where review not in ('declined', 'cancelled') group by 1) o on o.trim_id = trims.id
  left join (select trim_id, sum(delta) as put from stock_movements group by 1) m on m.trim_id = trims.id`;

describe("npm run admin", { timeout: 180_000, tags: ["trial"] }, () => {
  it("backs a shop up while orders come in, and restores what was ordered by then", async () => {
    const [from, to] = [join(folder, "from"), join(folder, "to")];
    await fillWithDemo(from);
    const shop = await start(from);
    const { token, name, email } = await logInAsBuyer(shop.url);
    const trims = await (await fetch(`${shop.url}/api/trims`)).json();
    const placed: string[] = [];
    let isOver = false;
    const buy = async (at: number) => {
      for (let next = at; !isOver; next += 6) {
        const trim = trims[next % trims.length];
        const order = { name, email, phone: "12345", address: "x", productName: trim.name, orderQuantity: trim.moq };
        const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
        const answer = await fetch(`${shop.url}/api/orders`, { method: "POST", headers, body: JSON.stringify(order) });
        const { insertedId } = await answer.json();
        if (insertedId) placed.push(insertedId);
      }
    };
    const buyers = Promise.all(Array.from({ length: 6 }, (_, at) => buy(at)));
    await expect.poll(() => placed.length, { timeout: 60_000 }).toBeGreaterThan(100);
    const before = [...placed];
    const file = join(folder, "shop.backup");
    const backup = await admin(from, "backup", file);
    expect(backup).toMatchObject({ code: 0, stdout: expect.stringContaining(`${file} holds the shop`) });
    expect(backup.stderr).toMatch(/orders: [\d,]+ rows/);
    const since = placed.length;
    await expect.poll(() => placed.length, { timeout: 60_000 }).toBeGreaterThan(since + 20);
    isOver = true;
    await buyers;

    expect(await admin(to, "restore", file)).toMatchObject({ code: 0, stdout: expect.stringContaining("is restored") });
    // As users go on: the restored shop is started.
    const restored = await start(to);
    expect((await fetch(restored.url)).status).toBe(200);
    const stored = new Set((await queryShop<{ id: string }>(to, "select id from orders")).map(({ id }) => id));
    expect(before.filter((id) => !stored.has(id))).toEqual([]);
    expect(stored.size).toBeLessThan(placed.length + 6);
    const stock = await queryShop<Totals>(to, STOCK);
    expect(stock.filter(({ quantity, ordered, put }) => quantity + ordered !== put)).toEqual([]);
    const [counted] = await queryShop<{ events: string }>(
      to,
      "select count(distinct order_id) as events from order_events",
    );
    expect(counted?.events).toBe(String(stored.size));

    // A second restore finds a shop there.
    const again = await admin(to, "restore", file);
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining("not empty") });
  });
});

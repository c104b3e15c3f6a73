import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fillWithDemo } from "./demo-data.ts";
import {
  freePort,
  logInAsBuyer,
  orderFirstTrim,
  type ShopProcess,
  startShopProcess,
  stopShopProcess,
} from "./shop-process.ts";

let dataDir: string;
let shop: ShopProcess | undefined;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "rivet-mails-"));
});
afterEach(async () => {
  if (shop) await stopShopProcess(shop);
  rmSync(dataDir, { recursive: true, force: true });
});

describe("a shop without a mail server", () => {
  it("shows the mails of its demo, and none once it is no longer a demo", async () => {
    await fillWithDemo(dataDir);
    const PORT = await freePort();
    shop = await startShopProcess({ PORT, DATA_DIR: dataDir });
    const { url } = shop;
    await expect.poll(() => shop?.said.join("")).toContain(`${url}/dev/mails`);
    const { trim, number } = await orderFirstTrim(url, await logInAsBuyer(url));
    const list = async () => (await fetch(`${url}/dev/mails`)).text();
    await expect
      .poll(list, { timeout: 15_000 })
      .toMatch(/Order No\. \d+: placed, [\s\S]*: new order, |: new order, [\s\S]*Order No\. \d+: placed, /);
    expect(await list()).toContain(trim.name);
    const link = /href="(\/dev\/mails\/[^"]+)"/.exec(await list())?.[1] ?? "";
    expect(await (await fetch(url + link)).text()).toContain(`Order: No. ${number}`);

    await stopShopProcess(shop);
    const mail = { SMTP_URL: "smtp://127.0.0.1:9", MAIL_FROM: "shop@rivet-and-reed.example" };
    const real = { DEMO: "0", SECRET: "x".repeat(32), APP_ORIGIN: url, TRUSTED_PROXIES: "none", ...mail };
    shop = await startShopProcess({ PORT, DATA_DIR: dataDir, ...real });
    for (const path of ["/dev/mails", link]) expect((await fetch(url + path)).status).toBe(404);
  });
});

import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause, setImmediate as turn } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { Worker } from "node:worker_threads";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openRenderThread, type RenderThread } from "#app/platform/http/render-thread.server.ts";
import type { Given } from "#app/renderer.server.ts";
import { buildTrim } from "../builders.ts";
import { createDatabase, silent } from "../database.ts";
import { fillWithDemo } from "../demo-data.ts";
import {
  BUILT,
  databaseUrl,
  engineBelow,
  freePort,
  logInAsAdmin,
  logInAsBuyer,
  NPM_START,
  orderFirstTrim,
  type ShopProcess,
  startShopProcess,
  stopShopProcess,
} from "../shop-process.ts";

// The thread of the built shop, first alone and then in a shop.

const START = { timeout: 30_000, interval: 50 };
/** A thread that is starting works for longer without a break. */
const AT_REST_MS = 400;

describe("a thread that renders", () => {
  let database: Awaited<ReturnType<typeof createDatabase>>;
  let workers: Worker[];
  let thread: RenderThread;

  beforeAll(async () => {
    // As npm start does: the thread is that of the sources as they are.
    execFileSync(process.execPath, ["bin/build.ts"], { stdio: "ignore" });
    database = await createDatabase();
  }, 60_000);
  beforeEach(() => {
    workers = [];
    thread = openRenderThread(start, silent, { pauseMs: 0 });
  });
  afterEach(() => thread.close());
  afterAll(() => database.drop());

  function start(): Worker {
    const { PATH, HOME, TMPDIR } = process.env;
    const settings = { DATABASE_URL: databaseUrl(database.connection), SECRET: "x".repeat(32), DATA_DIR: "/nowhere" };
    const workerData: Given = {
      ...{ engine: undefined, worker: undefined, social: {} },
      ways: { google: "off", github: "off" },
    };
    const env = { PATH, HOME, TMPDIR, DEMO: "1", ...settings };
    const worker = new Worker(join(import.meta.dirname, "../..", BUILT), { env, workerData, execArgv: [] });
    workers.push(worker);
    return worker;
  }

  const ask = (address: string, signal = new AbortController().signal) =>
    thread.render({ address, audience: "everybody", signal, mayStart: true });
  const textOf = async (address: string) => {
    const page = await ask(address);
    return page && new TextDecoder().decode(page.bodies.identity);
  };
  const ready = () => expect.poll(() => ask("/blogs"), START).toBeDefined();

  it("leaves pages to the process until it has started, and then sends them as bytes", async () => {
    expect(await ask("/")).toBeUndefined();
    await ready();
    expect(workers).toHaveLength(1);
    const page = await ask("/nowhere");
    expect(page).toMatchObject({ status: 404, mayKeep: true });
    expect(page?.headers.get("content-security-policy")).toContain("script-src 'self' 'sha256-");
    expect(page?.bodies.br.length).toBeLessThan(page?.bodies.identity.length ?? 0);
  });

  it("is not started for a page that is not worth it", async () => {
    const { signal } = new AbortController();
    expect(await thread.render({ address: "/", audience: "everybody", signal, mayStart: false })).toBeUndefined();
    expect(workers).toEqual([]);
  });

  it("renders nothing older than what it was told of before", async () => {
    await ready();
    const word = crypto.randomUUID().replaceAll("-", "");
    const address = `/trims?q=${word}`;
    const shown = (text = "") => />(\d+) trims?</.exec(text)?.[1];
    await buildTrim(database.db, { name: `Rivet ${word} one` });
    expect(await textOf(address)).toContain(`${word} one`);
    expect(shown(await textOf(address))).toBe("1");
    await buildTrim(database.db, { name: `Rivet ${word} two` });
    thread.change(["trims"]);
    const text = await textOf(address);
    expect(text).toContain(`${word} two`);
    expect(shown(text)).toBe("2");
  });

  it("stops a page that nobody waits for", async () => {
    await ready();
    const leaving = new AbortController();
    const page = ask("/trims?q=left", leaving.signal);
    leaving.abort(new Error("gone"));
    await expect(page).rejects.toThrow("gone");
    expect(await ask("/trims?q=next")).toBeDefined();
  });

  it("leaves the pages it had begun to the process when it dies, and is started again", async () => {
    await ready();
    const begun = [ask("/trims?q=one"), ask("/trims?q=two")];
    await turn();
    await workers[0]?.terminate();
    expect(await Promise.all(begun)).toEqual([undefined, undefined]);
    expect(await ask("/trims?q=three")).toBeUndefined();
    await ready();
    expect(workers).toHaveLength(2);
  });

  it("ends with its process, in the middle of a page too", async () => {
    await ready();
    const begun = ask("/trims?q=begun");
    await thread.close();
    await begun;
    expect(workers[0]?.threadId).toBe(-1);
    expect(await ask("/trims?q=late")).toBeUndefined();
    expect(workers).toHaveLength(1);
  });
});

describe("a shop with such a thread", () => {
  let folder: string;
  let shop: ShopProcess;
  let pid: number;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "rivet-renderer-"));
    await fillWithDemo(folder);
    shop = await startShopProcess({ PORT: await freePort(), DATA_DIR: folder, LIMITS: "off" }, NPM_START);
    pid = (await engineBelow(folder)).owner ?? 0;
  }, 60_000);
  afterAll(async () => {
    await stopShopProcess(shop);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  /** The ticks of CPU time of each thread that renders. Linux alone tells. */
  function rendering(): number[] {
    const tasks = `/proc/${pid}/task`;
    return readdirSync(tasks).flatMap((task) => {
      const [, name, rest = ""] = /\((.*)\) (.*)/.exec(readFileSync(`${tasks}/${task}/stat`, "latin1")) ?? [];
      const fields = rest.split(" ").map(Number);
      return name === "renderer" ? [Number(fields[11]) + Number(fields[12])] : [];
    });
  }
  const search = async (word: string) => {
    const answer = await fetch(`${shop.url}/trims?q=${word}`);
    return { status: answer.status, text: await answer.text() };
  };
  let asked = 0;
  /** Asks until there is a thread that has no more to do: it has started, and renders from then on. */
  async function startThread(): Promise<void> {
    await search(`first-${asked++}`);
    const isAtRest = async () => {
      const before = rendering();
      await pause(AT_REST_MS);
      return before.length > 0 && isDeepStrictEqual(rendering(), before);
    };
    await expect.poll(isAtRest, START).toBe(true);
  }

  it.runIf(process.platform === "linux")("starts it with the first search, not before", async () => {
    for (const path of ["/", "/trims", "/blogs"]) expect((await fetch(shop.url + path)).status).toBe(200);
    expect(rendering()).toEqual([]);
    await startThread();
    expect(rendering()).toHaveLength(1);
  });

  it("answers 80 different searches at once, each with its own page or with 503", async () => {
    await search("first");
    const words = Array.from({ length: 80 }, (_, at) => `word-${at}-`);
    const answers = await Promise.all(words.map(search));
    const served = answers.flatMap(({ status, text }, at) => (status === 200 ? [{ text, word: words[at] ?? "" }] : []));
    expect(answers.filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
    // How many depends on the machine.
    expect(served.length).toBeGreaterThan(0);
    for (const { text, word } of served) expect(words.filter((each) => text.includes(each))).toEqual([word]);
  });

  it.runIf(process.platform === "linux")("shows an order at the next read, also amid a render", async () => {
    const buyer = await logInAsBuyer(shop.url);
    await startThread();
    const data = async () => (await fetch(`${shop.url}/_.data`)).text();
    let isDone = false;
    // Reviews keep the page being rendered, so that many of the orders come in the middle of that.
    const headers = { "content-type": "application/json", authorization: `Bearer ${buyer.token}` };
    const body = JSON.stringify({ name: buyer.name, email: buyer.email, review: "As brassy as ever", ratings: 5 });
    const others = Array.from({ length: 2 }, async () => {
      while (!isDone) {
        expect((await fetch(`${shop.url}/api/reviews`, { method: "POST", headers, body })).status).toBe(200);
        await data();
      }
    });
    try {
      for (let round = 0; round < 20; round++) {
        const { trim } = await orderFirstTrim(shop.url, buyer);
        expect(await data()).toContain(`,${trim.quantity - trim.moq},`);
      }
    } finally {
      isDone = true;
      await Promise.all(others);
    }
  });

  it.runIf(process.platform === "linux")("counts a trim in the choices as soon as it is added", async () => {
    const { token } = await logInAsAdmin(shop.url);
    await startThread();
    const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
    const data = async () => (await fetch(`${shop.url}/trims.data?q=quixotic`)).text();
    await data();
    for (let round = 1; round <= 5; round++) {
      const trim = { name: `Quixotic ${round}`, price: "0.1", img: "https://pictures.example/a.jpg", moq: "1" };
      const body = JSON.stringify({ ...trim, quantity: "1" });
      expect((await fetch(`${shop.url}/api/trims`, { method: "POST", headers, body })).status).toBe(200);
      expect(await data()).toContain(`"total",${round},`);
    }
  });

  it("finishes the searches it has begun when it is told to end", async () => {
    await search("first");
    const begun = Array.from({ length: 12 }, (_, at) => search(`last-${at}`));
    await begun[0];
    const gone = once(shop.process, "exit");
    shop.process.kill("SIGTERM");
    const statuses = (await Promise.all(begun)).map(({ status }) => status);
    expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
    expect(await gone).toEqual([0, null]);
    expect(shop.said.join("")).not.toMatch(/has failed|has ended|did not close/);
  });
});

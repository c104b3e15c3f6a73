import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { Hono } from "hono";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { showing } from "#app/contract/kept-page.ts";
import { silent } from "#test/database.ts";
import { createPageCache } from "./page-cache.server.ts";
import { answerErrorInWords } from "./problem.server.ts";
import { createReads } from "./reads.server.ts";

function site(room?: Parameters<typeof createPageCache>[0]["room"]) {
  const rendered: Request[] = [];
  const clock = { ms: 0 };
  /** While this is set, renders wait for it. */
  const gate: { open: Promise<void> | undefined } = { open: undefined };
  const cache = createPageCache({
    origin: "https://shop.example",
    now: () => clock.ms,
    ...(room ? { room } : {}),
    async render(request, audience) {
      rendered.push(request);
      const text = `<p>${request.url} ${rendered.length}${audience === "everybody" ? "" : `, ${audience}`}</p>`;
      await gate.open;
      const { pathname } = new URL(request.url);
      const status = { "/missing": 404, "/broken": 500, "/moved": 301 }[pathname] ?? 200;
      return new Response(text, {
        status,
        headers: {
          "Content-Type": "text/html",
          "Cache-Control": pathname === "/hole" ? "no-store" : "public",
          ...(pathname === "/moved" ? { Location: "/there" } : {}),
          ...(pathname === "/one" ? showing("trim 1", "trims in copper") : {}),
        },
      });
    },
    locate: async ({ pathname, search }) => ({
      address: pathname + search,
      isPlain: search === "" && !pathname.startsWith("/trims/"),
      hasQuery: search !== "",
      isData: pathname.endsWith(".data"),
      bySession: pathname === "/members",
      pattern: pathname,
      shows: new Set(pathname === "/still" || pathname === "/one" ? [] : ["trims"]),
    }),
    reads: createReads({
      readNetwork: (c) => [c.req.header("x-from") ?? "unknown"],
      readSessionToken: () => undefined,
      settings: {},
    }),
    readAudience: async ({ headers }) => (headers.get("cookie") === "good" ? "signed in" : "signed out"),
  });
  const web = new Hono().get("*", cache.handler);
  web.onError((error, c) => answerErrorInWords(error, c, silent));
  const read = async (path: string) => (await web.request(path)).text();
  return { rendered, cache, web, clock, gate, read };
}

/** Runs everything that is not waiting on the outside world. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe("kept pages", () => {
  it("are rendered once, also when many ask at once", async () => {
    const { rendered, read } = site();
    const bodies = await Promise.all([read("/"), read("/"), read("/")]);
    expect(new Set([...bodies, await read("/")]).size).toBe(1);
    expect(rendered).toHaveLength(1);
  });

  it("are served for 250 ms after a change while one render runs, and no longer", async () => {
    const { rendered, cache, clock, gate, read } = site();
    const old = await read("/");
    const { promise, resolve } = Promise.withResolvers<void>();
    gate.open = promise;
    cache.change(["trims"]);
    clock.ms = 249;
    expect(await Promise.all([read("/"), read("/"), read("/")])).toEqual([old, old, old]);
    expect(rendered).toHaveLength(2);
    clock.ms = 251;
    const late = [read("/"), read("/")];
    await settle();
    resolve();
    const [one, other] = await Promise.all(late);
    expect(one).toContain(" 2<");
    expect(other).toBe(one);
    expect(await read("/")).toBe(one);
    expect(rendered).toHaveLength(2);
  });

  it("are rendered at once after a change, and every 150 ms while changes follow each other", async () => {
    const { rendered, cache, clock, read } = site();
    await read("/");
    for (let at = 0; at < 100; at++) {
      clock.ms = 1_000 + 10 * at;
      cache.change(["trims"]);
      await read("/");
      await settle();
      // A page is kept once it is compressed, and the test's clock does not wait for that.
      await vi.waitFor(async () => expect(await read("/")).toContain(` ${rendered.length}<`));
    }
    // At 1000, 1150, 1300 and so on until 1990; the first was there before.
    expect(rendered).toHaveLength(1 + 7);
    clock.ms = 5_000;
    cache.change(["trims"]);
    await read("/");
    expect(rendered).toHaveLength(1 + 8);
  });

  it("are rendered again after a minute, for which nobody waits who comes within the next 250 ms", async () => {
    const { rendered, clock, gate, read } = site();
    const old = await read("/");
    clock.ms = 59_999;
    expect(await read("/")).toBe(old);
    expect(rendered).toHaveLength(1);
    const { promise, resolve } = Promise.withResolvers<void>();
    gate.open = promise;
    clock.ms = 60_249;
    expect(await Promise.all([read("/"), read("/")])).toEqual([old, old]);
    expect(rendered).toHaveLength(2);
    resolve();
    await vi.waitFor(async () => expect(await read("/")).toContain(" 2<"));
    clock.ms += 60_250;
    expect(await read("/")).toContain(" 3<");
  });

  it("are not taken from a render that began before a change of more than 250 ms ago", async () => {
    const { rendered, cache, clock, gate, read } = site();
    await read("/");
    const { promise, resolve } = Promise.withResolvers<void>();
    gate.open = promise;
    clock.ms = 1_000;
    cache.change(["trims"]);
    await read("/");
    clock.ms = 1_010;
    cache.change(["trims"]);
    clock.ms = 1_300;
    const late = read("/");
    await settle();
    resolve();
    expect(await late).toContain(" 3<");
    expect(rendered).toHaveLength(3);
  });

  it("are never out of date for a page that asks for its data", async () => {
    const { cache, read } = site();
    const old = await read("/_.data");
    expect(await read("/_.data")).toBe(old);
    cache.change(["trims"]);
    expect(await read("/_.data")).not.toBe(old);
  });

  it("stay when what changed is not on them, also when it is not said what", async () => {
    const { rendered, cache, clock, read } = site();
    const [home, still] = [await read("/"), await read("/still")];
    cache.change(["reviews"]);
    clock.ms = 1_000;
    expect(await read("/")).toBe(home);
    cache.change();
    clock.ms = 2_000;
    expect(await read("/still")).toBe(still);
    expect(await read("/")).not.toBe(home);
    expect(rendered).toHaveLength(3);
  });

  it("show what their loader says, which no visitor is told", async () => {
    const { rendered, cache, clock, gate, read, web } = site();
    const one = await read("/one");
    cache.change(["trims", "trim 2"]);
    clock.ms = 1_000;
    expect(await read("/one")).toBe(one);
    cache.change(["trims in copper"]);
    clock.ms = 2_000;
    const { promise, resolve } = Promise.withResolvers<void>();
    gate.open = promise;
    const late = read("/one");
    await settle();
    cache.change(["trim 1"]);
    resolve();
    expect(await late).toContain(" 2<");
    // What changed while it was rendered is not on it.
    clock.ms = 3_000;
    expect(await read("/one")).toContain(" 3<");
    expect(rendered).toHaveLength(3);
    expect([...(await web.request("/one")).headers.keys()]).not.toContain("x-shows");
  });

  it("make room: past 31 that wait, addresses with a query are refused for now, and plain ones come first", async () => {
    const { rendered, web, gate } = site();
    const { promise, resolve } = Promise.withResolvers<void>();
    gate.open = promise;
    const asked = Array.from({ length: 40 }, (_, at) => web.request(`/?q=${at}`));
    const home = web.request("/");
    await settle();
    resolve();
    const answers = await Promise.all(asked);
    const refused = answers.filter(({ status }) => status === 503);
    expect(refused).toHaveLength(9);
    expect(refused[0]?.headers.get("retry-after")).toBe("1");
    expect((await home).status).toBe(200);
    expect(rendered.slice(0, 2).map(({ url }) => new URL(url).search)).toContain("");
  });

  it("make room fairly: a visitor's search is shown while somebody else asks for hundreds", async () => {
    const { cache, web, gate, rendered } = site();
    const { promise, resolve } = Promise.withResolvers<void>();
    gate.open = promise;
    const flood = Array.from({ length: 200 }, (_, at) => web.request(`/?q=${at}`, { headers: { "x-from": "crowd" } }));
    const strange = Array.from({ length: 200 }, (_, at) =>
      web.request(`/trims/${at}`, { headers: { "x-from": "crowd" } }),
    );
    await settle();
    const own = web.request("/?q=own", { headers: { "x-from": "198.51.100.7" } });
    const page = web.request("/trims/own", { headers: { "x-from": "198.51.100.7" } });
    await settle();
    resolve();
    expect([(await own).status, (await page).status]).toEqual([200, 200]);
    const before = rendered.findIndex(({ url }) => url.endsWith("?q=own"));
    expect(before).toBeLessThan(12);
    await Promise.all([...flood, ...strange]);
    cache.change();
  });

  it("that redirect are rendered once", async () => {
    const { web, rendered } = site();
    for (let round = 0; round < 3; round++) {
      const answer = await web.request("/moved");
      expect([answer.status, answer.headers.get("location")]).toEqual([301, "/there"]);
    }
    expect(rendered).toHaveLength(1);
  });

  it("with a query leave a place to others: while 200 of them are asked for, home is rendered at once", async () => {
    const { rendered, cache, clock, gate, web, read } = site();
    const old = await read("/");
    const { promise, resolve } = Promise.withResolvers<void>();
    gate.open = promise;
    const asked = Array.from({ length: 200 }, (_, at) => web.request(`/?show=all&q=${at}`));
    await settle();
    expect(await read("/")).toBe(old);
    cache.change(["trims"]);
    clock.ms = 1_000;
    const late = [read("/"), read("/trims/1")];
    await settle();
    const started = rendered.map(({ url }) => new URL(url)).filter(({ search }) => search === "");
    expect(started.map(({ pathname }) => pathname)).toEqual(["/", "/"]);
    resolve();
    expect(await late[0]).not.toBe(old);
    expect((await Promise.all(asked)).filter(({ status }) => status === 503)).not.toHaveLength(0);
    await late[1];
  });

  it("with a query rest while pages in memory are asked for", async () => {
    const { rendered, clock, gate, read } = site();
    await read("/");
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const { promise, resolve } = Promise.withResolvers<void>();
    gate.open = promise;
    const [first, second] = [read("/?q=1"), read("/?q=2")];
    await settle();
    clock.ms = 30;
    await read("/");
    resolve();
    await first;
    await settle();
    expect(rendered).toHaveLength(2);
    vi.advanceTimersByTime(30);
    await second;
    expect(rendered).toHaveLength(3);
  });

  it("with a query displace no others", async () => {
    const { rendered, read } = site({ paths: 20_000, queries: 5_000 });
    await read("/");
    await read("/trims/1");
    for (let at = 0; at < 200; at++) await read(`/trims?show=all&q=${at}`);
    rendered.length = 0;
    for (const path of ["/", "/trims/1", "/trims?show=all&q=199"]) await read(path);
    expect(rendered).toHaveLength(0);
    await read("/trims?show=all&q=0");
    expect(rendered).toHaveLength(1);
  });

  it("are not rendered for a client that has gone, unless another waits for them", async () => {
    const { rendered, web, gate } = site();
    const { promise, resolve } = Promise.withResolvers<void>();
    gate.open = promise;
    const visitor = (path: string) => {
      const leaving = new AbortController();
      return { leave: () => leaving.abort(), answer: web.request(path, { signal: leaving.signal }) };
    };
    const visitors = ["/?q=1", "/?q=2", "/?q=3", "/?q=2"].map(visitor);
    await settle();
    for (const { leave } of visitors.slice(0, 3)) leave();
    await settle();
    resolve();
    expect((await visitors[3]?.answer)?.status).toBe(200);
    await Promise.all(visitors.map(({ answer }) => answer));
    expect(rendered.map(({ url, signal }) => [new URL(url).search, signal.aborted])).toEqual([
      ["?q=1", true],
      ["?q=2", false],
    ]);
  });

  it("are sent in the encoding the browser takes, each with its ETag, and 304 for a known one", async () => {
    const { web } = site();
    const get = (headers: Record<string, string>) => web.request("/", { headers });
    const plain = await get({});
    const text = await plain.text();
    const br = await get({ "accept-encoding": "gzip, deflate, br" });
    const gz = await get({ "accept-encoding": "gzip" });
    expect(brotliDecompressSync(Buffer.from(await br.arrayBuffer())).toString()).toBe(text);
    expect(gunzipSync(Buffer.from(await gz.arrayBuffer())).toString()).toBe(text);
    expect(new Set([plain, br, gz].map(({ headers }) => headers.get("etag"))).size).toBe(3);
    expect(br.headers.get("vary")).toBe("Accept-Encoding");
    const again = await get({ "accept-encoding": "br", "if-none-match": br.headers.get("etag") ?? "" });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe("");
  });

  it.each([
    ["br;q=0, gzip", "gzip"],
    ["br; Q=0.000, gzip;q=0.5", "gzip"],
    ["br;q=0", null],
    ["gzip;q=0.001", "gzip"],
    ["identity;q=0, br;q=0.1", "br"],
    ["BR", "br"],
  ])("are not sent in an encoding that %j refuses", async (accepted, sent) => {
    const { headers } = await site().web.request("/", { headers: { "accept-encoding": accepted } });
    expect(headers.get("content-encoding")).toBe(sent);
  });

  // A27: nothing a visitor sends may reach a page that others get.
  it.each([
    ...["Host", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Forwarded-Port", "X-Forwarded-Prefix", "Forwarded"],
    ...["X-Original-URL", "X-Rewrite-URL", "X-React-Router-SPA-Mode", "X-React-Router-Prerender-Data"],
    ...["Accept-Language", "Client", "Cookie", "Authorization", "User-Agent", "Referer"],
  ])("hold nothing of the header %s", async (name) => {
    const { rendered, web } = site();
    const text = await (await web.request("http://canary.example/", { headers: { [name]: "canary" } })).text();
    expect(text).toBe("<p>https://shop.example/ 1</p>");
    expect([...(rendered[0]?.headers ?? [])]).toEqual([]);
  });

  it("that ask for a login are cached once for people who are signed in and once for visitors, and by no cache in between", async () => {
    const { rendered, web } = site();
    const get = (cookie: string) => web.request("/members", { headers: { cookie } });
    const answers = [await get("good"), await get("bad"), await get("good"), await get("worse")];
    const texts = await Promise.all(answers.map((answer) => answer.text()));
    expect(texts[0]).toBe("<p>https://shop.example/members 1, signed in</p>");
    expect(texts[1]).toBe("<p>https://shop.example/members 2, signed out</p>");
    expect(texts.slice(2)).toEqual(texts.slice(0, 2));
    for (const { headers } of answers) {
      expect(headers.get("vary")).toBe("Accept-Encoding, Cookie");
      expect(headers.get("cache-control")).toBe("private, max-age=0, must-revalidate");
    }
    expect([...(rendered[0]?.headers ?? [])]).toEqual([]);
  });

  it("include pages found and pages missing, but no failure and no incomplete page", async () => {
    const { rendered, web, read } = site();
    for (const path of ["/missing", "/missing", "/?q=a", "/?q=a"]) await read(path);
    expect(rendered).toHaveLength(2);
    for (const path of ["/hole", "/hole", "/broken", "/broken"]) await read(path);
    expect(rendered).toHaveLength(6);
    for (const path of ["/missing", "/hole", "/broken"]) {
      expect((await web.request(path)).headers.get("cache-control")).toBe("no-store");
    }
    expect((await web.request("/missing")).status).toBe(404);
  });
});

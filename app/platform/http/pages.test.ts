import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { Hono } from "hono";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { cacheTags } from "#app/contract/cache-policy.ts";
import { allowScripts } from "#app/contract/page-scripts.ts";
import { silent } from "#test/database.ts";
import { createPages } from "./pages.server.ts";
import { answerErrorInWords } from "./problem.server.ts";
import { createReads } from "./reads.server.ts";
import { createResponseCache } from "./response-cache.server.ts";

function site() {
  const rendered: Request[] = [];
  const clock = { ms: 0 };
  /** While this is set, renders wait for it. */
  const gate: { open: Promise<void> | undefined } = { open: undefined };
  const cache = createResponseCache({ now: () => clock.ms });
  const pages = createPages({
    origin: "https://shop.example",
    async render(request, audience) {
      rendered.push(request);
      const text = `<p>${request.url} ${rendered.length}${audience === "everybody" ? "" : `, ${audience}`}</p>`;
      await gate.open;
      const { pathname } = new URL(request.url);
      const status = { "/missing": 404, "/broken": 500, "/moved": 301 }[pathname] ?? 200;
      const headers = new Headers({
        "Content-Type": "text/html",
        "Cache-Control": pathname === "/hole" ? "no-store" : "public",
        ...(pathname === "/moved" ? { Location: "/there" } : {}),
        ...(pathname === "/one" ? cacheTags("trim 1", "trims in copper") : {}),
      });
      allowScripts(headers, ["abc=", "def="]);
      return new Response(text.padEnd(1_500), { status, headers });
    },
    addresses: {
      read: async ({ pathname, search }) => ({
        address: pathname + search,
        isPlain: search === "" && !pathname.startsWith("/trims/"),
        isData: pathname.endsWith(".data"),
        bySession: pathname === "/members",
        isPrivate: false,
        pattern: pathname,
        tags: pathname === "/still" || pathname === "/one" ? [] : ["trims"],
      }),
      recall: () => undefined,
    },
    reads: createReads({
      readNetwork: (c) => [c.req.header("x-from") ?? "unknown"],
      readSessionToken: () => undefined,
      settings: {},
    }),
    readAudience: async ({ headers }) => (headers.get("cookie") === "good" ? "signed in" : "signed out"),
  });
  const web = new Hono().get("*", cache.share(pages.ask), pages.handler);
  web.onError((error, c) => answerErrorInWords(error, c, silent));
  const read = async (path: string) => (await (await web.request(path)).text()).trimEnd();
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

  it("are made at most every 150 ms while changes follow each other, and shown at most that late", async () => {
    const { rendered, cache, clock, read } = site();
    await read("/");
    for (let at = 0; at < 100; at++) {
      clock.ms = 1_000 + 10 * at;
      cache.change(["trims"]);
      clock.ms += 1;
      await read("/");
    }
    // At 1001, 1151, 1301 and so on until 1901; the first was there before.
    expect(rendered).toHaveLength(1 + 7);
    clock.ms = 5_000;
    cache.change(["trims"]);
    clock.ms += 1;
    expect(await read("/")).toContain(` ${1 + 8}<`);
  });

  it("are rendered once after a change, for all who come meanwhile", async () => {
    const { rendered, cache, clock, gate, read } = site();
    const old = await read("/");
    const { promise, resolve } = Promise.withResolvers<void>();
    gate.open = promise;
    clock.ms = 1_000;
    cache.change(["trims"]);
    clock.ms += 1;
    const late = [read("/"), read("/"), read("/")];
    await settle();
    resolve();
    const texts = await Promise.all(late);
    expect(new Set([...texts, await read("/")]).size).toBe(1);
    expect(texts[0]).not.toBe(old);
    expect(rendered).toHaveLength(2);
  });

  it("are rendered again after a minute", async () => {
    const { rendered, clock, read } = site();
    const old = await read("/still");
    clock.ms = 59_999;
    expect(await read("/still")).toBe(old);
    clock.ms = 60_000;
    expect(await read("/still")).toContain(" 2<");
    expect(rendered).toHaveLength(2);
  });

  it("are not taken from a render that began before a change", async () => {
    const { rendered, cache, clock, gate, read } = site();
    await read("/");
    const { promise, resolve } = Promise.withResolvers<void>();
    gate.open = promise;
    clock.ms = 1_000;
    cache.change(["trims"]);
    clock.ms = 1_001;
    const early = read("/");
    await settle();
    clock.ms = 1_010;
    cache.change(["trims"]);
    clock.ms = 1_300;
    const late = [read("/"), read("/")];
    await settle();
    resolve();
    expect(await early).toContain(" 2<");
    expect(await Promise.all(late)).toEqual([expect.stringContaining(" 3<"), expect.stringContaining(" 3<")]);
    expect(rendered).toHaveLength(3);
  });

  it("are never out of date for a page that asks for its data", async () => {
    const { cache, clock, read } = site();
    const old = await read("/_.data");
    expect(await read("/_.data")).toBe(old);
    clock.ms = 1;
    cache.change(["trims"]);
    clock.ms = 2;
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
    expect([...(await web.request("/one")).headers.keys()]).not.toContain("x-cache-tags");
  });

  it("make room: past 31 that wait, addresses with a query are refused for now, and plain ones do not wait", async () => {
    const { rendered, web, gate } = site();
    const { promise, resolve } = Promise.withResolvers<void>();
    gate.open = promise;
    const asked = Array.from({ length: 40 }, (_, at) => web.request(`/?q=${at}`));
    const home = web.request("/");
    await settle();
    resolve();
    expect((await home).status).toBe(200);
    expect(rendered.length).toBeLessThan(4);
    const answers = await Promise.all(asked);
    const refused = answers.filter(({ status }) => status === 503);
    expect(refused).toHaveLength(9);
    expect(refused[0]?.headers.get("retry-after")).toBe("1");
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

  it("with a query rest between two renders, for as long as the first took", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "performance"] });
    onTestFinished(() => void vi.useRealTimers());
    const { rendered, gate, read } = site();
    const { promise, resolve } = Promise.withResolvers<void>();
    gate.open = promise;
    const [first, second] = [read("/?q=1"), read("/?q=2")];
    await settle();
    vi.advanceTimersByTime(30);
    resolve();
    await first;
    await settle();
    vi.advanceTimersByTime(29);
    await settle();
    expect(rendered).toHaveLength(1);
    vi.advanceTimersByTime(1);
    await second;
    expect(rendered).toHaveLength(2);
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
    expect(text.trimEnd()).toBe("<p>https://shop.example/ 1</p>");
    expect([...(rendered[0]?.headers ?? [])]).toEqual([]);
  });

  it("that ask for a login are cached once for people who are signed in and once for visitors, and by no cache in between", async () => {
    const { rendered, web } = site();
    const get = (cookie: string) => web.request("/members", { headers: { cookie } });
    const answers = [await get("good"), await get("bad"), await get("good"), await get("worse")];
    const texts = await Promise.all(answers.map(async (answer) => (await answer.text()).trimEnd()));
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

  it("allow the inline scripts that the page names and nothing else inline", async () => {
    const { headers } = await site().web.request("/");
    const policy = headers.get("content-security-policy");
    expect(policy).toContain("script-src 'self' 'sha256-abc=' 'sha256-def=';");
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect([...headers.keys()].filter((name) => name.startsWith("x-"))).toEqual([]);
  });
});

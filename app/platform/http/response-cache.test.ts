import { once } from "node:events";
import { createServer, get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { OpenAPIHono } from "@hono/zod-openapi";
import { afterEach, describe, expect, it } from "vitest";
import { silent } from "#test/database.ts";
import type { Api } from "./api.server.ts";
import type { PageAddress } from "./page-address.server.ts";
import { createPages } from "./pages.server.ts";
import { createRequestLog } from "./requests.server.ts";
import { createResponseCache } from "./response-cache.server.ts";
import { serveCached } from "./serve-cached.server.ts";
import { createWeb } from "./web.server.ts";

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A site on a port. `fromMemory` names the routes that were answered before anything else saw the request. */
async function openSite({ bodyOf = (rendered: string) => rendered, maxBytes = 1_000_000 } = {}) {
  const clock = { ms: 0 };
  const fromMemory: string[] = [];
  const isOpen = { session: true };
  let rendered = 0;
  let asked = 0;
  const cache = createResponseCache({ now: () => clock.ms, maxBytes });
  const known = new Map<string, PageAddress>();
  const pages = createPages({
    origin: "https://shop.example",
    async render(request, audience) {
      const status = request.url.endsWith("/missing") ? 404 : 200;
      const headers = new Headers({ "Content-Type": "text/html", "Cache-Control": "public" });
      if (request.url.endsWith("/welcome")) headers.append("set-cookie", "a=b");
      const body = bodyOf(`<p>${audience} ${++rendered}</p>`);
      return new Response(body.repeat(100), { status, headers });
    },
    addresses: {
      async read({ pathname, search }) {
        const address = pathname + search;
        const page: PageAddress = {
          ...{ address, isPlain: true, isData: false, isPrivate: false, pattern: pathname, tags: ["trims"] },
          bySession: pathname === "/members",
        };
        known.set(address, page);
        return page;
      },
      recall: (raw) => known.get(raw),
    },
    readAudience: async ({ headers }) => {
      asked++;
      return headers.get("cookie") === "good" && isOpen.session ? "signed in" : "signed out";
    },
  });
  const hosts: string[] = [];
  const web = createWeb({
    api: new OpenAPIHono() as Api,
    uploads: (c) => c.notFound(),
    pages: pages.handler,
    sharePages: cache.share(pages.ask),
    log: silent,
    hosts,
  });
  const logRequest = createRequestLog({ log: silent });
  const server = createServer(
    serveCached(getRequestListener(web.fetch), {
      ...{ cache, pages, hosts, isOurs: () => false },
      logRequest(request, ms) {
        fromMemory.push(request.route);
        logRequest(request, ms);
      },
    }),
  ).listen(0);
  await once(server, "listening");
  closing.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  hosts.push(`127.0.0.1:${port}`);
  const url = `http://127.0.0.1:${port}`;
  const ask = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(url + path, { headers });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  return { ask, url, cache, clock, fromMemory, isOpen, countAsked: () => asked };
}

/** The headers that do not change from one request to the next. */
function lasting({ headers }: { headers: Headers }) {
  const ofOne = ["x-request-id", "date", "content-length", "transfer-encoding"];
  return [...headers].filter(([name]) => !ofOne.includes(name));
}

describe("a page that was sent before", () => {
  it.each(["br", "gzip", "identity"])("goes out as it did the first time, in %s", async (encoding) => {
    const { ask, fromMemory } = await openSite();
    const [first, second] = [
      await ask("/", { "accept-encoding": encoding }),
      await ask("/", { "accept-encoding": encoding }),
    ];
    expect(fromMemory).toEqual(["/"]);
    expect(second.text).toBe(first.text);
    expect(lasting(second)).toEqual(lasting(first));
    expect(second.headers.get("content-security-policy")).toContain("script-src");
    expect(second.headers.get("x-request-id")).not.toBe(first.headers.get("x-request-id"));
  });

  it("is not sent again to those who have it", async () => {
    const { ask, fromMemory } = await openSite();
    const etag = (await ask("/")).headers.get("etag") ?? "";
    const again = await ask("/", { "if-none-match": `"other", ${etag}` });
    // A proxy that changes the encoding of a body makes the ETag a weak one (RFC 9110, 13.1.2).
    const weak = await ask("/", { "if-none-match": `W/"other",W/${etag}` });
    expect([again.status, again.text, fromMemory]).toEqual([304, "", ["/", "/"]]);
    expect([weak.status, weak.text]).toEqual([304, ""]);
  });

  it("is made again after a change, also for those who have it", async () => {
    const { ask, cache, clock, fromMemory } = await openSite({ bodyOf: () => "the same".repeat(20) });
    const first = await ask("/");
    const known = { "if-none-match": first.headers.get("etag") ?? "" };
    clock.ms = 1_000;
    cache.change(["trims"]);
    clock.ms = 1_001;
    expect((await ask("/", known)).status).toBe(304);
    expect(fromMemory).toEqual([]);
    expect((await ask("/", known)).status).toBe(304);
    const whole = await ask("/");
    expect(fromMemory).toEqual(["/", "/"]);
    expect([whole.status, whole.text, lasting(whole)]).toEqual([200, first.text, lasting(first)]);
  });

  it("is sent again until what it shows changes", async () => {
    const { ask, cache, clock, fromMemory } = await openSite();
    const old = await ask("/");
    clock.ms = 1_000;
    cache.change(["reviews"]);
    expect((await ask("/")).text).toBe(old.text);
    cache.change(["trims"]);
    clock.ms = 1_001;
    expect((await ask("/")).text).toContain("everybody 2");
    expect(fromMemory).toEqual(["/"]);
  });

  it("is there for HEAD too, without its body", async () => {
    const { ask, url } = await openSite();
    const { headers } = await ask("/");
    const head = await fetch(url, { method: "HEAD" });
    expect([head.status, head.headers.get("etag"), await head.text()]).toEqual([200, headers.get("etag"), ""]);
    expect((await ask("/")).text).toContain("everybody 1");
  });

  it("does not answer a request with a cookie that cannot be read", async () => {
    const { ask, fromMemory } = await openSite();
    await ask("/");
    expect((await ask("/", { cookie: "a=%00" })).status).toBe(400);
    expect(fromMemory).toEqual([]);
  });

  it("is for one visitor only if it sets a cookie", async () => {
    const { ask, fromMemory } = await openSite();
    const [first, second] = [await ask("/welcome"), await ask("/welcome")];
    expect(first.text).not.toBe(second.text);
    expect(fromMemory).toEqual([]);
  });

  it("makes room for others when there are too many, the longest unread first", async () => {
    const { ask, fromMemory } = await openSite({ maxBytes: 100_000 });
    for (let at = 0; at < 30; at++) {
      await ask(`/?q=${at}`);
      await ask("/");
    }
    fromMemory.length = 0;
    await ask("/?q=29");
    await ask("/?q=0");
    await ask("/");
    expect(fromMemory).toEqual(["/", "/"]);
  });

  it("goes to those whom it is for, who are asked for their session each time", async () => {
    const { ask, fromMemory, isOpen, countAsked } = await openSite();
    const good = { cookie: "good" };
    const [member, stranger] = [await ask("/members", good), await ask("/members")];
    expect([member.text, stranger.text]).toEqual([
      expect.stringContaining("signed in 1"),
      expect.stringContaining("signed out 2"),
    ]);
    const before = [countAsked(), fromMemory.length];
    const again = await ask("/members", good);
    expect([again.text, lasting(again)]).toEqual([member.text, lasting(member)]);
    expect(again.headers.get("cache-control")).toContain("private");
    expect((await ask("/members")).text).toBe(stranger.text);
    expect([countAsked(), fromMemory.length]).toEqual(before.map((count) => count + 2));
    isOpen.session = false;
    expect((await ask("/members", good)).text).toBe(stranger.text);
  });

  it("does not answer for another host, which the shop refuses", async () => {
    const { ask, url, fromMemory } = await openSite();
    await ask("/");
    expect((await fetch(url.replace("127.0.0.1", "localhost"))).status).toBe(421);
    expect(fromMemory).toEqual([]);
  });

  it("does not answer for a host named beside an address that names the shop's own", async () => {
    const { ask, url, fromMemory } = await openSite();
    await ask("/");
    const headers = { host: "evil.test" };
    const statuses: (number | undefined)[] = [];
    // The address counts (RFC 9112, 3.2.2): this is a page of the shop.
    for (const path of [`${url}/`, "/"]) {
      const [answer]: IncomingMessage[] = await once(get(url, { path, headers }), "response");
      statuses.push(answer?.statusCode);
      await answer?.toArray();
    }
    expect(statuses).toEqual([200, 421]);
    expect(fromMemory).toEqual([]);
  });
});

import { once } from "node:events";
import { createServer, get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { OpenAPIHono } from "@hono/zod-openapi";
import { afterEach, describe, expect, it } from "vitest";
import { silent } from "#test/database.ts";
import type { Api } from "./api.server.ts";
import { createPageCache } from "./page-cache.server.ts";
import { createWeb } from "./web.server.ts";

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A site on a port. `fromMemory` names the routes that were answered before anything else saw the request. */
async function openSite({ bodyOf = (rendered: string) => rendered } = {}) {
  const clock = { ms: 0 };
  const fromMemory: string[] = [];
  const isOpen = { session: true };
  let rendered = 0;
  let asked = 0;
  const pages = createPageCache({
    origin: "https://shop.example",
    now: () => clock.ms,
    async render(request, audience) {
      const status = request.url.endsWith("/missing") ? 404 : 200;
      const headers = { "Content-Type": "text/html", "Cache-Control": "public" };
      const body = bodyOf(`<p>${audience} ${++rendered}</p>`);
      return new Response(body.repeat(100), { status, headers });
    },
    locate: async ({ pathname, search }) => ({
      address: pathname + search,
      isPlain: search === "",
      hasQuery: search !== "",
      isData: false,
      bySession: pathname === "/members",
      pattern: pathname,
      shows: new Set(["trims"]),
    }),
    readAudience: async ({ headers }) => {
      asked++;
      return headers.get("cookie") === "good" && isOpen.session ? "signed in" : "signed out";
    },
  });
  const web = createWeb({
    api: new OpenAPIHono() as Api,
    uploads: (c) => c.notFound(),
    pages: pages.handler,
    keepPages: pages.keep,
    log: silent,
  });
  const listener = getRequestListener(web.fetch);
  const server = createServer((request, response) => {
    const goOn = (route: string | undefined) => {
      if (route) fromMemory.push(route);
      else void listener(request, response);
    };
    const served = pages.serve(request, response);
    if (served instanceof Promise) void served.then(goOn);
    else goOn(served);
  }).listen(0);
  await once(server, "listening");
  closing.push(() => server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const ask = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(url + path, { headers });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  return { ask, url, pages, clock, fromMemory, isOpen, countAsked: () => asked };
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

  it("is remembered again by those who have it already", async () => {
    const { ask, pages, clock, fromMemory } = await openSite({ bodyOf: () => "the same" });
    const first = await ask("/");
    const known = { "if-none-match": first.headers.get("etag") ?? "" };
    pages.change(["trims"]);
    clock.ms = 251;
    expect((await ask("/", known)).status).toBe(304);
    expect(fromMemory).toEqual([]);
    expect((await ask("/", known)).status).toBe(304);
    const whole = await ask("/");
    expect(fromMemory).toEqual(["/", "/"]);
    expect([whole.status, whole.text, lasting(whole)]).toEqual([200, first.text, lasting(first)]);
  });

  it("is sent for 250 ms after a change, and no longer", async () => {
    const { ask, pages, clock, fromMemory } = await openSite();
    const old = await ask("/");
    pages.change(["reviews"]);
    expect((await ask("/")).text).toBe(old.text);
    pages.change(["trims"]);
    clock.ms = 249;
    expect((await ask("/")).text).toBe(old.text);
    expect(fromMemory).toEqual(["/", "/"]);
    clock.ms = 251;
    expect((await ask("/")).text).toContain("everybody 2");
  });

  it.each([
    ["with a cookie that cannot be read", "/", { cookie: "a=%00" }, 400],
    ["for a page that is not there", "/missing", {}, 404],
  ])("does not answer a request %s", async (_, path, headers, status) => {
    const { ask, fromMemory } = await openSite();
    await ask(path);
    await ask(path);
    const before = fromMemory.length;
    expect((await ask(path, headers)).status).toBe(status);
    expect(fromMemory).toHaveLength(before);
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

  it("does not answer for another host, which the shop may refuse", async () => {
    const { ask, url, fromMemory } = await openSite();
    await ask("/");
    await fetch(url.replace("127.0.0.1", "localhost"));
    expect(fromMemory).toEqual([]);
  });

  it("does not answer for a host named beside an address that names the shop's own", async () => {
    const { url, fromMemory } = await openSite();
    const headers = { host: "evil.test" };
    // The address counts (RFC 9112, 3.2.2): this is a page of the shop.
    for (const path of [`${url}/`, "/"]) {
      const [answer]: IncomingMessage[] = await once(get(url, { path, headers }), "response");
      await answer?.toArray();
    }
    expect(fromMemory).toEqual([]);
  });
});

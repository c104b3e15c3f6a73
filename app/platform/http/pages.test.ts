import { createHash } from "node:crypto";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { contentSecurityPolicy, createPageCache } from "./pages.server.ts";

function site() {
  const rendered: Request[] = [];
  const cache = createPageCache({
    origin: "https://shop.example",
    async render(request, audience) {
      rendered.push(request);
      const { pathname } = new URL(request.url);
      const status = pathname === "/missing" ? 404 : 200;
      const toWhom = audience === "everybody" ? "" : `, ${audience}`;
      return new Response(`<p>${request.url} ${rendered.length}${toWhom}</p>`, {
        status,
        headers: { "Content-Type": "text/html", "Cache-Control": pathname === "/hole" ? "no-store" : "public" },
      });
    },
    async readAudience({ url, headers }) {
      if (!url.includes("/members")) return "everybody";
      return headers.get("cookie") === "good" ? "signed in" : "signed out";
    },
  });
  return { rendered, cache, web: new Hono().get("*", cache.handler) };
}

describe("kept pages", () => {
  it("are rendered once, also when many ask at once, and anew after a change", async () => {
    const { rendered, cache, web } = site();
    const bodies = await Promise.all([1, 2, 3].map(async () => (await web.request("/")).text()));
    expect(new Set(bodies).size).toBe(1);
    cache.drop();
    expect(await (await web.request("/")).text()).not.toBe(bodies[0]);
    expect(rendered).toHaveLength(2);
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

  // A27: nothing a visitor sends may reach the page that others get.
  it.each([
    ...["Host", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Forwarded-Port", "X-Forwarded-Prefix", "Forwarded"],
    ...["X-Original-URL", "X-Rewrite-URL", "X-React-Router-SPA-Mode", "X-React-Router-Prerender-Data"],
    ...["Accept-Language", "Origin", "Cookie", "Authorization", "User-Agent", "Referer"],
  ])("hold nothing of the header %s", async (name) => {
    const { rendered, web } = site();
    const text = await (await web.request("http://canary.example/", { headers: { [name]: "canary" } })).text();
    expect(text).toBe("<p>https://shop.example/ 1</p>");
    expect([...(rendered[0]?.headers ?? [])]).toEqual([]);
  });

  it("that ask for a login are kept once for those who have it and once for all others, by no cache between", async () => {
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

  it("are found, whole pages without a query only", async () => {
    const { rendered, web } = site();
    for (const path of ["/hole", "/hole", "/missing", "/missing", "/?q=a", "/?q=a", "/_root.data", "/_root.data"])
      await web.request(path);
    expect(rendered).toHaveLength(8);
    for (const path of ["/missing", "/hole"]) {
      expect((await web.request(path)).headers.get("cache-control")).toBe("no-store");
    }
  });
});

describe("the Content-Security-Policy of a page", () => {
  it("allows its own inline scripts by hash and nothing else inline", () => {
    const policy = contentSecurityPolicy(
      '<script type="module">go()</script><script src="/a.js"></script><script>x</script>',
    );
    const hash = (code: string) => `'sha256-${createHash("sha256").update(code).digest("base64")}'`;
    expect(policy).toContain(`script-src 'self' ${hash("go()")} ${hash("x")};`);
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    expect(policy).toContain("frame-ancestors 'none'");
  });
});

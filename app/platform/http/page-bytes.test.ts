import { describe, expect, it } from "vitest";
import { allowScripts } from "#app/contract/page-scripts.ts";
import { toBytes } from "./page-bytes.server.ts";

describe("the Content-Security-Policy of a page", () => {
  it("allows the inline scripts that the page names and nothing else inline", async () => {
    const headers = new Headers({ "Content-Type": "text/html" });
    allowScripts(headers, ["abc=", "def="]);
    const page = await toBytes(new Response("<script>alert(1)</script>", { headers }), "everybody");
    const policy = page.headers.get("Content-Security-Policy");
    expect(policy).toContain("script-src 'self' 'sha256-abc=' 'sha256-def=';");
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect([...page.headers.keys()].filter((name) => name.startsWith("x-"))).toEqual([]);
  });
});

import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { contentSecurityPolicy } from "./page-bytes.server.ts";

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

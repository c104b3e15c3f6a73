import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { takeOwnScripts } from "./own-scripts.server.ts";

const hash = (code: string) => createHash("sha256").update(code).digest("base64");

it("only marked inline scripts may run, and the page keeps no mark", () => {
  const page =
    '<head><script nonce="n1">first()</script></head><p><script>injected()</script><script nonce="n2">guessed()</script>' +
    '<script nonce="n1" src="/a.js"></script><script type="module" nonce="n1" async="">go()</script></p>';
  expect(takeOwnScripts(page, "n1")).toEqual({
    html: page.replaceAll(' nonce="n1"', ""),
    hashes: [hash("first()"), hash("go()")],
  });
});

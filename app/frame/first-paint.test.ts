import { describe, expect, it } from "vitest";
import { paintFirst } from "./first-paint.ts";

const preload = '<link rel="modulepreload" href="/assets/root-1.js"/>';
const boot = '<script type="module" async="">;\nimport * as route0 from "/assets/root-1.js";\ngo(route0)</script>';

describe("a page whose content is there", () => {
  const html = paintFirst(`<head>${preload}</head><body><script>first()</script>${boot}</body>`);

  it("asks for no script before it was painted", () => {
    expect(html).not.toContain("<link");
    expect(html).not.toMatch(/^import /m);
    expect(html.indexOf("requestAnimationFrame")).toBeLessThan(html.indexOf("/assets/root-1.js"));
  });

  it("then runs the same code with the same modules, and leaves other scripts as they are", () => {
    expect(html).toContain('const route0 = await import("/assets/root-1.js");\ngo(route0)</script>');
    expect(html).toContain("<script>first()</script>");
  });
});

it("a page that waits for who is there asks for its scripts at once, behind what the eye needs", () => {
  const session = '<link rel="preload" href="/api/auth/get-session" as="fetch" crossorigin=""/>';
  const html = paintFirst(session + preload + boot);
  expect(html).toContain('<link rel="modulepreload" fetchpriority="low" href="/assets/root-1.js"/>');
  expect(html).toContain(boot);
});

import { createElement, Suspense, use } from "react";
import { describe, expect, it } from "vitest";
import { renderToHtml } from "./render-to-html.server.ts";

const open = { signal: new AbortController().signal };

function Broken(): never {
  throw new Error("no such trim");
}

function Late({ coming }: { coming: Promise<string> }) {
  return createElement("b", null, use(coming));
}

function Never() {
  return createElement("b", null, use(new Promise<string>(() => {})));
}

describe("a page", () => {
  it("is rendered whole, including what loads late", async () => {
    const coming = Promise.resolve("500 rivets");
    const page = createElement(Suspense, { fallback: "Loading" }, createElement(Late, { coming }));
    const html = await renderToHtml(createElement("p", null, page), open);
    expect(html).toContain("<b>500 rivets</b>");
    expect(html).not.toContain("Loading");
  });

  // An exception outside any promise would end the process; Vitest fails on that too.
  it("whose component throws fails with that error, and no other page fails", async () => {
    await expect(renderToHtml(createElement(Broken), open)).rejects.toThrow("no such trim");
  });

  it("also fails when the component is behind a fallback: half a page must not be cached", async () => {
    const page = createElement(Suspense, { fallback: "Loading" }, createElement(Broken));
    await expect(renderToHtml(createElement("p", null, page), open)).rejects.toThrow("no such trim");
  });

  it("that nobody waits for any more is given up with the reason", async () => {
    const leaving = new AbortController();
    const rendered = renderToHtml(createElement(Suspense, null, createElement(Never)), { signal: leaving.signal });
    leaving.abort(new Error("gone"));
    await expect(rendered).rejects.toThrow("gone");
  });
});

import { describe, expect, it } from "vitest";
import { pageMeta, readOrigin } from "./page-meta.ts";

const matches = [{ id: "root", loaderData: { origin: "https://shop.example" } }, undefined, { id: "blogs" }];
const page = { path: "/blogs", title: "Blogs", description: "Five answers." } as const;

describe("pageMeta", () => {
  it("titles the page in the shop's form, with its one address", () => {
    const meta = pageMeta(matches, page);
    expect(meta).toContainEqual({ title: "Blogs : Rivet & Reed" });
    expect(meta).toContainEqual({ tagName: "link", rel: "canonical", href: "https://shop.example/blogs" });
    expect(meta).toContainEqual({ property: "og:image", content: "https://shop.example/images/site/share.jpg" });
  });

  it("accepts a picture hosted elsewhere", () => {
    const picture = { path: "https://cdn.example/rivet.webp", alt: "A rivet", width: 640, height: 640 };
    expect(pageMeta(matches, { ...page, picture })).toContainEqual({ property: "og:image", content: picture.path });
  });

  it("adds structured data only where there is some", () => {
    expect(pageMeta(matches, page).some((entry) => "script:ld+json" in entry)).toBe(false);
    expect(pageMeta(matches, { ...page, jsonLd: { "@type": "FAQPage" } })).toContainEqual({
      "script:ld+json": { "@context": "https://schema.org", "@type": "FAQPage" },
    });
  });
});

describe("readOrigin", () => {
  it("is empty without the root's data", () => {
    expect(readOrigin([{ id: "root" }])).toBe("");
    expect(readOrigin([])).toBe("");
  });
});

import { describe, expect, it } from "vitest";
import { trimPicture } from "./trim-picture.ts";

describe("trimPicture", () => {
  it("finds the siblings of our own pictures", () => {
    expect(trimPicture("/images/products/mini-rivet-brass-7.webp")).toEqual({
      src: "/images/products/mini-rivet-brass-7.webp",
      avif: "/images/products/mini-rivet-brass-7-320.avif 320w, /images/products/mini-rivet-brass-7.avif 640w",
      srcSet: "/images/products/mini-rivet-brass-7-320.webp 320w, /images/products/mini-rivet-brass-7.webp 640w",
    });
  });

  it.each([
    "https://cdn.example/images/products/rivet.webp",
    "/images/products/rivet.jpg",
    "/images/products/../secret.webp",
    "/images/products/two words.webp",
    "/images/banners/rivet.webp",
  ])("takes %s as it is", (img) => {
    expect(trimPicture(img)).toEqual({ src: img });
  });
});

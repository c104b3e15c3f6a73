import { describe, expect, it } from "vitest";
import { trimPicture } from "./trim-picture.ts";

const rivet = "/images/products/mini-rivet-brass-7";

describe("trimPicture", () => {
  it("finds the other sizes of our own pictures", () => {
    const { src, avif, srcSet } = trimPicture(`${rivet}.webp`);
    expect(src).toBe(`${rivet}.webp`);
    expect(avif?.split(", ")).toEqual([
      `${rivet}-320.avif 320w`,
      `${rivet}-480.avif 480w`,
      `${rivet}-640.avif 640w`,
      `${rivet}-960.avif 960w`,
      `${rivet}.avif 1280w`,
    ]);
    expect(srcSet).toBe(avif?.replaceAll("avif", "webp"));
  });

  it("leaves out what is wider than asked for", () => {
    expect(trimPicture(`${rivet}.webp`, 640)).toEqual({
      src: `${rivet}-640.webp`,
      avif: `${rivet}-320.avif 320w, ${rivet}-480.avif 480w, ${rivet}-640.avif 640w`,
      srcSet: `${rivet}-320.webp 320w, ${rivet}-480.webp 480w, ${rivet}-640.webp 640w`,
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

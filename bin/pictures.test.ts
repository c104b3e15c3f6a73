import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { slides } from "#app/content/carousel.ts";
import { nominations } from "#app/content/nominations.ts";
import { previewPicture, trimPicture } from "#app/features/trims/pictures/trim-picture.ts";
import catalogue from "#db/catalogue.json" with { type: "json" };
import { isMade, listPictures, readLedger } from "./pictures.ts";

const root = process.cwd();
const candidates = (srcSet = "") => srcSet.split(", ").map((candidate) => candidate.split(" ")[0] ?? "");

describe("the pictures in public/images", () => {
  it("are all made of the sources that lie there (else: node bin/pictures.ts)", async () => {
    const pictures = await listPictures(root);
    expect(pictures.length).toBeGreaterThan(catalogue.length);
    const ledger = readLedger(root);
    expect(pictures.filter((picture) => !isMade(root, picture, ledger)).map(({ source }) => source)).toEqual([]);
  });

  it("have a JPEG for the link preview of each trim", () => {
    const paths = catalogue.map(({ image, alt }) => previewPicture({ img: `/images/products/${image}`, alt }).path);
    expect(paths.filter((path) => !path.endsWith(".jpg") || !existsSync(join(root, "public", path)))).toEqual([]);
  });

  it("have every size and format that trims and nominations ask for", () => {
    const imgs = [
      ...catalogue.map(({ image }) => `/images/products/${image}`),
      ...nominations.map(({ picture }) => picture),
      ...slides.map(({ picture }) => picture),
    ];
    const asked = imgs
      .map((img) => trimPicture(img))
      .flatMap(({ avif, srcSet }) => [...candidates(avif), ...candidates(srcSet)]);
    expect(asked).toHaveLength(imgs.length * 10);
    expect(asked.filter((path) => !existsSync(join(root, "public", path)))).toEqual([]);
  });
});

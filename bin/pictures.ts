import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { glob, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { PREVIEW } from "#app/features/trims/pictures/trim-picture.ts";

// Makes the picture sizes and formats that the pages use, from each master, the largest WebP in public/images. Makes
// only what is missing or has a changed master. Run it from the project root.

const LEDGER = "bin/pictures.json";

type Format = "webp" | "avif" | "jpeg";
type Output = { path: string; widthPx: number; ratio: number; format: Format; maxBytes: number };
type Picture = { source: string; outputs: Output[] };
type Size = { widthPx: number; maxBytes: number };

const KB = 1000;
/** The sizes for each folder of `public/images`; `maxBytes` is for AVIF, WebP and JPEG may have twice that. */
const folders: Record<"products" | "banners", { ratio: number; full: Size; smaller: Size[]; preview?: Size }> = {
  products: {
    ratio: 4 / 3,
    full: { widthPx: 1280, maxBytes: 90 * KB },
    smaller: [
      { widthPx: 960, maxBytes: 54 * KB },
      { widthPx: 640, maxBytes: 30 * KB },
      { widthPx: 480, maxBytes: 18 * KB },
      { widthPx: 320, maxBytes: 10 * KB },
    ],
    preview: { widthPx: PREVIEW.width, maxBytes: 70 * KB },
  },
  banners: {
    ratio: 2,
    full: { widthPx: 1920, maxBytes: 110 * KB },
    smaller: [{ widthPx: 1280, maxBytes: 60 * KB }],
  },
};
const qualities = { webp: [74, 66, 58, 48, 36], avif: [50, 46, 40, 34, 28, 20], jpeg: [70, 60, 50, 40, 30] };

const options = {
  avif: { effort: 3, chromaSubsampling: "4:2:0" },
  webp: { effort: 5, smartSubsample: true },
  jpeg: { mozjpeg: true },
};

/** Every source below `root`, with what to make from it. */
export async function listPictures(root: string): Promise<Picture[]> {
  const pictures: Picture[] = [];
  for (const [folder, { ratio, full, smaller, preview }] of Object.entries(folders)) {
    const masters = await Array.fromAsync(glob(`public/images/${folder}/*.webp`, { cwd: root }));
    const isSmaller = (path: string) => smaller.some(({ widthPx }) => path.endsWith(`-${widthPx}.webp`));
    for (const source of masters.filter((path) => !isSmaller(path))) {
      const base = source.slice(0, -".webp".length);
      const outputs: Output[] = smaller.flatMap((size) => [
        { ...size, path: `${base}-${size.widthPx}.avif`, ratio, format: "avif" },
        { ...size, path: `${base}-${size.widthPx}.webp`, ratio, format: "webp" },
      ]);
      if (preview) outputs.push({ ...preview, path: `${base}.jpg`, ratio, format: "jpeg" });
      pictures.push({ source, outputs: [{ ...full, path: `${base}.avif`, ratio, format: "avif" }, ...outputs] });
    }
  }
  return pictures.sort((a, b) => a.source.localeCompare(b.source, "en"));
}

/** Whether all the files exist and were made from this very source. */
export function isMade(root: string, { source, outputs }: Picture, ledger: Record<string, string>): boolean {
  return ledger[source] === hashFile(join(root, source)) && outputs.every(({ path }) => existsSync(join(root, path)));
}

export function readLedger(root: string): Record<string, string> {
  const path = join(root, LEDGER);
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : {};
}

function hashFile(path: string): string {
  return createHash("sha256").update(readFileSync(path)).digest("base64url").slice(0, 22);
}

/**
 * In the given shape, but never larger than the source. Uses the first quality that fits: coarse cloth is all detail
 * and needs more bytes than polished metal.
 */
async function encode(source: Buffer, { widthPx, ratio, format, maxBytes }: Output): Promise<Buffer> {
  const { width: w, height: h } = await sharp(source).metadata();
  const width = Math.min(widthPx, w, Math.floor(h * ratio));
  const pixels = sharp(source)
    .removeAlpha()
    .resize({ width, height: Math.round(width / ratio), fit: "cover" });
  const mostBytes = format === "avif" ? maxBytes : maxBytes * 2;
  for (const quality of qualities[format]) {
    const bytes = await pixels
      .clone()
      .toFormat(format, { ...options[format], quality })
      .toBuffer();
    if (bytes.length <= mostBytes) return bytes;
  }
  throw new Error(`No quality brings it below ${mostBytes} bytes.`);
}

async function makePictures(root: string): Promise<void> {
  const ledger = readLedger(root);
  // Sharp would use every core; a build step should leave some to others.
  sharp.concurrency(1);
  for (const picture of await listPictures(root)) {
    if (isMade(root, picture, ledger)) continue;
    const source = await readFile(join(root, picture.source));
    const isSame = ledger[picture.source] === hashFile(join(root, picture.source));
    for (const output of picture.outputs) {
      if (isSame && existsSync(join(root, output.path))) continue;
      const bytes = await encode(source, output);
      await writeFile(join(root, output.path), bytes);
      console.log(output.path, bytes.length);
    }
    ledger[picture.source] = hashFile(join(root, picture.source));
    await writeLedger(root, ledger);
  }
}

/** After each picture, so that an interrupted run continues where it stopped. */
async function writeLedger(root: string, ledger: Record<string, string>): Promise<void> {
  const sorted = Object.fromEntries(Object.entries(ledger).sort(([a], [b]) => a.localeCompare(b, "en")));
  await writeFile(join(root, LEDGER), `${JSON.stringify(sorted, null, 2)}\n`);
}

if (import.meta.main) await makePictures(process.cwd());

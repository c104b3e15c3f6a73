import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { glob, readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import sharp from "sharp";

// Makes the picture sizes and formats that the pages use: a rendered PNG becomes the full WebP and AVIF, and each full
// WebP the smaller ones. Makes only what is missing or has a changed source. Run it from the project root.

const LEDGER = "imagery/pictures.json";
const PNGS = "imagery/png/*.png";

type Format = "webp" | "avif";
type Output = { path: string; widthPx: number; format: Format; maxBytes: number };
type Picture = { source: string; outputs: Output[] };

const KB = 1000;
/** The sizes for each folder of `public/images`, full size first. `maxBytes` is for AVIF; WebP may have twice that. */
const folders = {
  products: [
    { widthPx: 640, maxBytes: 30 * KB },
    { widthPx: 320, maxBytes: 12 * KB },
  ],
  banners: [
    { widthPx: 1920, maxBytes: 110 * KB },
    { widthPx: 1280, maxBytes: 60 * KB },
  ],
} as const;
const qualities = { webp: [78, 68, 58, 48, 36], avif: [52, 46, 40, 34, 28, 20] };

/** Every source below `root`, with what to make from it. */
export async function listPictures(root: string): Promise<Picture[]> {
  const pictures: Picture[] = [];
  for (const [folder, [full, ...smaller]] of Object.entries(folders)) {
    const webps = await Array.fromAsync(glob(`public/images/${folder}/*.webp`, { cwd: root }));
    const isSmaller = (path: string) => smaller.some(({ widthPx }) => path.endsWith(`-${widthPx}.webp`));
    const pngs = await Array.fromAsync(glob(PNGS, { cwd: root }));
    for (const source of pngs.filter((path) => folderFor(path) === folder)) {
      const base = `public/images/${folder}/${basename(source, ".png")}`;
      pictures.push({ source, outputs: bothFormats(base, full) });
    }
    for (const source of webps.filter((path) => !isSmaller(path))) {
      const base = source.slice(0, -".webp".length);
      pictures.push({ source, outputs: smaller.flatMap((size) => bothFormats(`${base}-${size.widthPx}`, size)) });
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

function folderFor(png: string): keyof typeof folders {
  return basename(png).startsWith("hero-") ? "banners" : "products";
}

function bothFormats(base: string, { widthPx, maxBytes }: { widthPx: number; maxBytes: number }): Output[] {
  return [
    { path: `${base}.avif`, widthPx, format: "avif", maxBytes },
    { path: `${base}.webp`, widthPx, format: "webp", maxBytes: 2 * maxBytes },
  ];
}

function hashFile(path: string): string {
  return createHash("sha256").update(readFileSync(path)).digest("base64url").slice(0, 22);
}

/** The first quality that fits: coarse cloth is all detail and needs more bytes than polished metal. */
async function encode(source: Buffer, { widthPx, format, maxBytes }: Output): Promise<Buffer> {
  const pixels = sharp(source).removeAlpha().resize({ width: widthPx, withoutEnlargement: true });
  for (const quality of qualities[format]) {
    const encoded =
      format === "avif"
        ? pixels.clone().avif({ quality, effort: 4, chromaSubsampling: "4:2:0" })
        : pixels.clone().webp({ quality, effort: 4, smartSubsample: true });
    const bytes = await encoded.toBuffer();
    if (bytes.length <= maxBytes) return bytes;
  }
  throw new Error(`No quality brings it below ${maxBytes} bytes.`);
}

async function makePictures(root: string): Promise<void> {
  const ledger = readLedger(root);
  // Sharp would use every core; a build step should leave some to others.
  sharp.concurrency(1);
  // Renders first: they make the WebPs that the smaller ones come from.
  for (const kind of [".png", ".webp"]) {
    for (const picture of (await listPictures(root)).filter(({ source }) => source.endsWith(kind))) {
      if (isMade(root, picture, ledger)) continue;
      const source = await readFile(join(root, picture.source));
      for (const output of picture.outputs) {
        const bytes = await encode(source, output);
        await writeFile(join(root, output.path), bytes);
        console.log(output.path, bytes.length);
      }
      ledger[picture.source] = hashFile(join(root, picture.source));
    }
  }
  const sorted = Object.fromEntries(Object.entries(ledger).sort(([a], [b]) => a.localeCompare(b, "en")));
  await writeFile(join(root, LEDGER), `${JSON.stringify(sorted, null, 2)}\n`);
}

if (import.meta.main) await makePictures(process.cwd());

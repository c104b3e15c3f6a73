import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Handler } from "hono";
import type sharp from "sharp";
import type { Color } from "sharp";
import { recordAction } from "#app/features/audit/queries.server.ts";
import { trimActions } from "#app/features/trims/audit-actions.server.ts";
import { notAnImage } from "#app/features/trims/problems.ts";
import { uploads } from "#app/features/trims/tables.server.ts";
import { type Db, inTransaction, type Tx } from "#app/platform/db/client.server.ts";
import type { Client, Person } from "#app/platform/http/handler.server.ts";
import { refuse } from "#app/platform/http/refusal.server.ts";
import { PREVIEW } from "./trim-picture.ts";

const UPLOADS = "/images/uploads";

/** The widths the pages ask for; the widest has the plain name. All are four wide and three high. */
const WIDEST_PX = 1280;
const WIDTHS_PX = [WIDEST_PX, 960, 640, 480, 320];
const RATIO = 4 / 3;
/** What is behind the picture in a format without transparency. */
const PAPER = "white";
/** A small file can decode to a picture that fills the memory. */
const MAX_PIXELS = 50_000_000;
/** More effort costs many seconds of CPU time to save a tenth of the bytes. */
const AVIF_EFFORT = 2;
const TIMEOUT_S = 20;
const DAMAGED = "The file is damaged: its picture cannot be read to the end. Please save it once more.";
const YEAR_S = 365 * 24 * 60 * 60;

// Each picture may briefly need much memory: process one at a time, on one thread, with no cache.
let turn: Promise<unknown> = Promise.resolve();

function inTurn<Made>(make: () => Promise<Made>): Promise<Made> {
  const made = turn.then(make);
  turn = made.catch(() => {});
  return made;
}

/** Loaded with the first picture: a start does without it. */
async function loadSharp(): Promise<typeof sharp> {
  const { default: library } = await import("sharp");
  library.concurrency(1);
  library.cache(false);
  return library;
}

/** Saves a picture in the sizes the pages use and returns its path. An identical picture is stored only once. */
export async function keepPicture(db: Db, by: { who: Person; from: Client }, bytes: Uint8Array): Promise<string> {
  const name = createHash("sha256").update(bytes).digest("hex");
  const img = `${UPLOADS}/${name}.webp`;
  if (await hasUpload(db, `${name}.webp`)) return img;
  const files = await inTurn(() => makeSizes(name, bytes));
  await inTransaction(db, async (tx) => {
    if (await insertUploads(tx, files)) {
      await recordAction(tx, by, {
        action: trimActions.upload,
        object: img,
        objectId: name,
        before: null,
        after: { bytes: bytes.length },
      });
    }
  });
  return img;
}

/** How wide and high a picture that is no trim's may be. */
const LARGEST_PX = 1600;

/**
 * A picture as WebP, at most 1600 pixels wide and high, without the camera's data on place and time.
 * @throws Refusal not-an-image
 */
export function shrinkPicture(bytes: Uint8Array): Promise<Uint8Array> {
  return inTurn(async () => {
    const open = await loadSharp();
    await checkContent(open, bytes);
    try {
      return await open(bytes, { limitInputPixels: MAX_PIXELS, failOn: "error" })
        .autoOrient()
        .timeout({ seconds: TIMEOUT_S })
        .resize(LARGEST_PX, LARGEST_PX, { fit: "inside", withoutEnlargement: true })
        .webp({ quality: 82 })
        .toBuffer();
    } catch {
      refuse(notAnImage, DAMAGED);
    }
  });
}

/** Whole, on a transparent ground, without the camera's data on place and time. */
async function makeSizes(name: string, bytes: Uint8Array): Promise<(typeof uploads.$inferInsert)[]> {
  const open = await loadSharp();
  await checkContent(open, bytes);
  const sized = (width: number) => fitted(open, bytes, width, { r: 0, g: 0, b: 0, alpha: 0 });
  const files: (typeof uploads.$inferInsert)[] = [];
  try {
    for (const width of WIDTHS_PX) {
      const file = width === WIDEST_PX ? name : `${name}-${width}`;
      const webp = await sized(width).webp({ quality: 82 }).toBuffer();
      const avif = await sized(width).avif({ quality: 55, effort: AVIF_EFFORT }).toBuffer();
      files.push({ file: `${file}.webp`, type: "image/webp", bytes: webp });
      files.push({ file: `${file}.avif`, type: "image/avif", bytes: avif });
    }
    return [...files, await makePreview(open, name, bytes)];
  } catch {
    refuse(notAnImage, DAMAGED);
  }
}

async function makePreview(open: typeof sharp, name: string, bytes: Uint8Array): Promise<typeof uploads.$inferInsert> {
  const preview = fitted(open, bytes, PREVIEW.width, PAPER).flatten({ background: PAPER }).jpeg({ quality: 80 });
  return { file: `${name}.jpg`, type: "image/jpeg", bytes: await preview.toBuffer() };
}

function fitted(open: typeof sharp, bytes: Uint8Array, width: number, background: Color) {
  return open(bytes, { limitInputPixels: MAX_PIXELS, failOn: "error" })
    .autoOrient()
    .timeout({ seconds: TIMEOUT_S })
    .resize(width, width / RATIO, { fit: "contain", background });
}

const formats = new Set(["png", "jpeg", "webp"]);

/** The bytes decide the type, whatever the sender claims. */
async function checkContent(open: typeof sharp, bytes: Uint8Array): Promise<void> {
  const { format, compression } = bytes.length > 0 ? await readHead(open, bytes) : refuseContent();
  const isAvif = format === "heif" && compression === "av1";
  if (!formats.has(format) && !isAvif) refuseContent();
}

function readHead(open: typeof sharp, bytes: Uint8Array) {
  return open(bytes, { limitInputPixels: MAX_PIXELS })
    .metadata()
    .catch(() => refuseContent());
}

function refuseContent(): never {
  refuse(notAnImage, "This is not a PNG, JPEG, WebP or AVIF picture of at most 50 megapixels.");
}

async function hasUpload(db: Db | Tx, file: string): Promise<boolean> {
  const found = await db.select({ file: uploads.file }).from(uploads).where(eq(uploads.file, file));
  return found.length > 0;
}

/** False when another was faster. */
async function insertUploads(tx: Tx, files: (typeof uploads.$inferInsert)[]): Promise<boolean> {
  const { rowCount } = await tx.insert(uploads).values(files).onConflictDoNothing();
  return rowCount !== 0;
}

/**
 * Answers `/images/uploads/…` from the database. Older pictures have fewer widths and no JPEG: for a missing width, the
 * plain file is sent; the JPEG is made out of it when it is first asked for.
 */
export function serveUploads(db: Db): Handler {
  return async (c) => {
    const file = c.req.param("file") ?? "";
    const plain = file.replace(/-\d+(?=\.\w+$)/, "");
    const found = (await findUpload(db, file)) ?? (await findUpload(db, plain)) ?? (await addPreview(db, file));
    if (!found) return c.text("Not found", 404);
    return c.body(new Uint8Array(found.bytes), 200, {
      "Content-Type": found.type,
      "Content-Security-Policy": "default-src 'none'",
      "Cache-Control": `public, max-age=${YEAR_S}, immutable`,
    });
  };
}

async function addPreview(db: Db, file: string) {
  const name = file.replace(/\.jpg$/, "");
  const picture = name === file ? undefined : await findUpload(db, `${name}.webp`);
  if (!picture) return;
  return inTurn(async () => {
    const earlier = await findUpload(db, file);
    if (earlier) return earlier;
    const preview = await makePreview(await loadSharp(), name, picture.bytes);
    await db.insert(uploads).values(preview).onConflictDoNothing();
    return preview;
  });
}

async function findUpload(db: Db, file: string) {
  const [found] = await db.select().from(uploads).where(eq(uploads.file, file));
  return found;
}

import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { z } from "zod";

// A backup file: the first line says what it is and has the SHA-256 of the second, which describes the rest. Both lines
// are padded to HEAD_BYTES. Then follow, compressed by gzip, the rows of each table in PostgreSQL's COPY format, one
// table after the other.

const KIND = "rivet-and-reed backup 1";
export const HEAD_BYTES = 128 * 1024;

const table = z.object({
  schema: z.string(),
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.int().nonnegative(),
  /** The length of its rows, uncompressed. */
  bytes: z.int().nonnegative(),
});

const head = z.object({
  /** When the snapshot was taken. */
  takenAt: z.iso.datetime({ offset: true }),
  /** The PostgreSQL it was read from, such as 18.1. */
  postgres: z.string(),
  /** The hashes of the migrations that its tables had been through. */
  migrations: z.array(z.string()).min(1),
  tables: z.array(table),
  sequences: z.array(z.object({ schema: z.string(), name: z.string(), last: z.string(), isCalled: z.boolean() })),
  /** The SHA-256 of the compressed rows. */
  sha256: z.string(),
});

export type BackupHead = z.infer<typeof head>;
export type BackupTable = BackupHead["tables"][number];

/** What cannot be used as a backup. The message names the file and says why. */
export class BadBackup extends Error {}

/** Puts the head in front of the rows. */
export async function writeHead(file: FileHandle, about: BackupHead): Promise<void> {
  const text = JSON.stringify(about);
  const lines = `${KIND} ${hash(text)}\n${text}`;
  const length = Buffer.byteLength(lines);
  if (length >= HEAD_BYTES) throw new Error(`the head of the backup takes ${length} bytes, more than ${HEAD_BYTES}`);
  await file.write(`${lines}${" ".repeat(HEAD_BYTES - length - 1)}\n`, 0);
}

/** Reads the head and checks the whole file. @throws BadBackup */
export async function readBackup(path: string): Promise<BackupHead> {
  const about = await readHead(path);
  const sum = createHash("sha256");
  for await (const chunk of createReadStream(path, { start: HEAD_BYTES })) sum.update(chunk);
  if (sum.digest("hex") !== about.sha256) throw damaged(path);
  return about;
}

async function readHead(path: string): Promise<BackupHead> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw new BadBackup(
      `${path} cannot be read: ${error.code === "ENOENT" ? "there is no such file" : error.message}.`,
    );
  });
  try {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(HEAD_BYTES), position: 0 });
    const [first = "", second = ""] = buffer.toString("utf8", 0, bytesRead).split("\n");
    if (!first.startsWith(`${KIND} `)) throw new BadBackup(`${path} is not a backup of this shop.`);
    const text = second.trimEnd();
    if (bytesRead < HEAD_BYTES || first !== `${KIND} ${hash(text)}`) throw damaged(path);
    return head.parse(JSON.parse(text));
  } finally {
    await file.close();
  }
}

function damaged(path: string): BadBackup {
  return new BadBackup(`${path} is damaged: its contents do not match its checksum. Use another copy of it.`);
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

import { randomBytes } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The shortest secret a cookie's signature can use. Below it, the identity library would use a public default. */
export const SECRET_LENGTH = 32;

/**
 * The secret of a shop that was given none: created once and kept in `dataDir/secret`. An empty file is left by a crash
 * and is replaced; a short one was written by a person.
 * @throws Error with a sentence when it is short or cannot be saved.
 */
export function readStoredSecret(dataDir: string): string {
  const path = join(dataDir, "secret");
  const stored = keep(dataDir, path);
  if (stored.trim().length >= SECRET_LENGTH) return stored;
  throw new Error(
    `${path} is too short: write at least ${SECRET_LENGTH} random characters into it, or delete it for a new one ` +
      "(then everybody signs in again)",
  );
}

function keep(dataDir: string, path: string): string {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    // Written beside it and then renamed, so it appears complete and the first of several starts wins.
    const draft = `${path}.${process.pid}`;
    writeFileSync(draft, randomBytes(SECRET_LENGTH).toString("base64url"), { mode: 0o600, flush: true });
    try {
      linkSync(draft, path);
    } catch (error) {
      if (!isThere(error)) throw error;
      if (readFileSync(path, "utf8").trim() === "") renameSync(draft, path);
    } finally {
      rmSync(draft, { force: true });
    }
    return readFileSync(path, "utf8");
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${dataDir} cannot be used as DATA_DIR: ${reason}`, { cause: error });
  }
}

function isThere(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EEXIST";
}

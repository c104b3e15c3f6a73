// What the shop owner does from a terminal, even while the shop is running.
//   npm run admin -- grant name@company.com    gives the role of an admin, `revoke` takes it
//   npm run admin -- second-factor-off name@company.com    takes a lost second factor off an account
//   npm run admin -- erase-notes name@company.com    erases what was noted about a buyer and their orders
//   npm run admin -- mails                     lists the mails that were given up, `mails retry ID` sends one again
//   npm run admin -- backup FILE               copies the whole database into a new file, `restore FILE` fills an empty
//                                              database from it
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { normaliseEmail } from "#app/contract/email.ts";
import type { Action } from "./admin-actions.ts";

// With Node's own option, every command would begin with a line about a file that few have.
if (existsSync(".env")) process.loadEnvFile(".env");
const action = readAct(process.argv.slice(2));
if (!action) {
  console.error("Write: npm run admin -- grant name@company.com, or revoke instead of grant");
  console.error("   or: npm run admin -- second-factor-off name@company.com");
  console.error("   or: npm run admin -- erase-notes name@company.com");
  console.error("   or: npm run admin -- mails, or mails retry ID");
  console.error("   or: npm run admin -- backup FILE, or restore FILE");
  process.exit(2);
}

// Imported late, because it loads half the shop: a typo is reported at once.
const { explain, perform } = await import("./admin-actions.ts");
const ending = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => ending.abort());
try {
  console.log(await perform(action, process.env, ending.signal));
} catch (error) {
  // What was broken off fails in what waits for it.
  if (!ending.signal.aborted) console.error(error instanceof Error ? explain(error) : error);
  process.exitCode = 1;
}

function readAct([verb, ...words]: string[]): Action | undefined {
  if (verb === "mails" && words.length === 0) return { verb };
  if (verb === "mails" && words[0] === "retry" && words.length === 2) {
    return { verb: "retry", id: words[1] ?? "" };
  }
  if ((verb === "backup" || verb === "restore") && words.length === 1 && words[0])
    // npm runs in the project's folder, wherever it was called.
    return { verb, file: resolve(process.env.INIT_CWD ?? "", words[0]) };
  // Of several addresses, all but the first would be left out without a word.
  const email = words.length === 1 ? normaliseEmail(words[0]) : undefined;
  const isKnown = verb === "grant" || verb === "revoke" || verb === "second-factor-off" || verb === "erase-notes";
  return email && isKnown ? { verb, email } : undefined;
}

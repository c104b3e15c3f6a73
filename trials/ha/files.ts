import { chownSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { machines, NETWORK } from "./machines.ts";

// The files of deploy/ha are used as they are; only addresses, folders and passwords are this trial's own.
const SAMPLES = "deploy/ha";

/** Who runs the programs; undefined for whoever runs the trial. */
export type Account = { uid: number; gid: number } | undefined;

/** The files of a cluster, below this folder. */
export function openFiles(folder: string, account: Account, password: string) {
  give(folder);

  function give(path: string): void {
    if (account) chownSync(path, account.uid, account.gid);
  }

  function makeFolder(name: string): string {
    const path = join(folder, name);
    mkdirSync(path, { mode: 0o700, recursive: true });
    give(path);
    return path;
  }

  /** The addresses and passwords of this cluster in place of the sample's. */
  function fill(text: string): string {
    return text
      .replaceAll("10.0.0.0/24", "127.0.0.0/8")
      .replaceAll(/10\.0\.0\.(\d+)/g, `${NETWORK}$1`)
      .replaceAll(/change-me-[a-z]+/g, password);
  }

  /** Writes a file of deploy/ha for a machine. What is replaced must be there. */
  function copySample(name: string, machine: string, replaced: readonly (readonly [RegExp, string])[] = []): string {
    let text = readFileSync(join(SAMPLES, name), "utf8");
    for (const [sample, own] of replaced) {
      if (text.search(sample) < 0) throw new Error(`${SAMPLES}/${name} has no ${sample}`);
      text = text.replaceAll(new RegExp(sample, "gm"), own);
    }
    if (machine === "db2" || machine === "db3") {
      // Only the lines about the machine itself; those that name all members stay.
      text = text
        .split("\n")
        .map((line) =>
          line.startsWith("#") || line.includes("10.0.0.12")
            ? line
            : line.replace("db1", machine).replace("10.0.0.11", `10.0.0.${machines[machine]}`),
        )
        .join("\n");
    }
    const path = join(makeFolder(machine), name);
    writeFileSync(path, fill(text), { mode: 0o600 });
    give(path);
    return path;
  }

  return { makeFolder, fill, copySample };
}

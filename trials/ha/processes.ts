import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** A process may have gone by itself. */
export function tell(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

/** The processes that this one started. */
export function childrenOf(pid: number | undefined): number[] {
  if (pid === undefined) return [];
  return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").filter(Boolean).map(Number);
}

/** The processes that work in this folder, or know of it from their words or settings. */
export function findProcessesOf(folder: string): number[] {
  const ids = readdirSync("/proc")
    .map(Number)
    .filter((id) => id > 0 && id !== process.pid);
  return ids.filter((id) => {
    try {
      const about =
        readlinkSync(`/proc/${id}/cwd`) +
        ["cmdline", "environ"].map((name) => readFileSync(`/proc/${id}/${name}`, "utf8"));
      return about.includes(folder);
    } catch {
      // It has ended meanwhile.
      return false;
    }
  });
}

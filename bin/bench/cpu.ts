import { readFileSync } from "node:fs";

/** Linux counts CPU time in hundredths of a second. */
const MS_PER_TICK = 10;

/** CPU time that a process has taken, in user mode and in the system, in ms. Linux alone tells. */
export function cpuMsOf(pid: number): number {
  // The second field is the program's name, which may hold spaces.
  const fields = readFileSync(`/proc/${pid}/stat`, "latin1").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK;
}

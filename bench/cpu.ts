import { readFileSync } from "node:fs";

/** Linux counts CPU time in hundredths of a second. */
const MS_PER_TICK = 10;
const KB_PER_MB = 1024;

/** The CPU time of a process, in user mode and in the system, in ms. Only Linux reports it. */
export function cpuMsOf(pid: number): number {
  // The second field is the program's name, which may hold spaces.
  const fields = readFileSync(`/proc/${pid}/stat`, "latin1").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK;
}

/** The same including processes that it started and that have ended, such as programs it ran. */
export function cpuMsWithEnded(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "latin1").split(") ")[1]?.split(" ") ?? [];
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * MS_PER_TICK;
}

/** The same for a server and all its children, even ended ones, such as a PostgreSQL and its connections. */
export function cpuMsOfServer(pid: number): number {
  // A child may end between the two readings, and is counted the next time.
  const living = childrenOf(pid).map((child) => {
    try {
      return cpuMsOf(child);
    } catch {
      return 0;
    }
  });
  return living.reduce((sum, ms) => sum + ms, cpuMsWithEnded(pid));
}

/** The processes that a process has started and that still run. */
function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, "latin1").trim().split(" ").filter(Boolean).map(Number);
}

/** Memory that a process holds, in MB. */
export function memoryMbOf(pid: number): number {
  const [, kb] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "latin1")) ?? [];
  return Number(kb) / KB_PER_MB;
}

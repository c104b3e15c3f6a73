import { existsSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";

const MEMORY = "/dev/shm";
const ROOM = 4 * 1024 ** 3;
const hasRoom = existsSync(MEMORY) && statfsSync(MEMORY).bavail * statfsSync(MEMORY).bsize > ROOM;

/**
 * Where the data of tests is: in memory if there is room. Tests kill processes, but never the machine, and on a disk
 * each commit would wait.
 */
export const dataHome = hasRoom ? MEMORY : tmpdir();

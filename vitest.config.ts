import { existsSync, statfsSync } from "node:fs";
import { defineConfig } from "vitest/config";

// Where the system has room in memory, the databases of the tests are there: processes are killed under them, but never
// the machine, and on a disk each commit waits for its turn.
const MEMORY = "/dev/shm";
const ROOM = 4 * 1024 ** 3;
if (existsSync(MEMORY) && statfsSync(MEMORY).bavail * statfsSync(MEMORY).bsize > ROOM) process.env.TMPDIR = MEMORY;

export default defineConfig({
  test: {
    include: ["{app,bin,db,test}/**/*.test.{ts,tsx}"],
    globalSetup: "./test/global-setup.ts",
    setupFiles: ["./test/imports.ts", "./test/setup.ts"],
    pool: "forks",
    // One more than the cores of CI: much of the time is waiting for processes.
    maxWorkers: 3,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // A busy machine may be late once; what fails twice is broken.
    retry: process.env.CI ? 1 : 0,
  },
});

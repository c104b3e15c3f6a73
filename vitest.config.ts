import { defineConfig } from "vitest/config";
import { dataHome } from "./test/memory.ts";

process.env.TMPDIR = dataHome;

export default defineConfig({
  test: {
    include: ["{app,bin,db,test}/**/*.test.{ts,tsx}"],
    tags: [{ name: "trial", description: "Takes long, and guards against rare things: `npm run trials`." }],
    globalSetup: "./test/global-setup.ts",
    setupFiles: ["./test/imports.ts", "./test/setup.ts"],
    pool: "forks",
    // Most files need the whole shop: a process loads it once, for all the files it runs.
    isolate: false,
    // One more than the cores of CI: much of the time is waiting for processes.
    maxWorkers: 3,
    // What waits has limits of its own; a long test on a slow machine may take its time.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 15_000 } },
    // A busy machine may be slow once; what fails twice is broken.
    retry: process.env.CI ? 1 : 0,
  },
});

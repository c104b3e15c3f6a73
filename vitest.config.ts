import { defineConfig } from "vitest/config";
import { dataHome } from "./test/memory.ts";

process.env.TMPDIR = dataHome;

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
    // A busy machine may be slow once; what fails twice is broken.
    retry: process.env.CI ? 1 : 0,
  },
});

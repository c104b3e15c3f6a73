import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{app,bin,db,test}/**/*.test.{ts,tsx}"],
    globalSetup: "./test/global-setup.ts",
    setupFiles: "./test/setup.ts",
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // A busy machine may be late once; what fails twice is broken.
    retry: process.env.CI ? 1 : 0,
  },
});

import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{app,bin,db,test}/**/*.test.{ts,tsx}"],
    globalSetup: "./test/global-setup.ts",
    setupFiles: "./test/setup.ts",
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 20_000,
  },
});

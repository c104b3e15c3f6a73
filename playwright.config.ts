import { defineConfig } from "@playwright/test";
import { browserLaunch } from "./e2e/browser.ts";

/** Journeys of `npm run trials`: slow lines, races, second sizes of a window. `npm test` leaves them out. */
const TRIALS = /@trial|trials\//;

export default defineConfig({
  testDir: "e2e",
  projects: [
    { name: "gate", grepInvert: TRIALS },
    { name: "trials", grep: TRIALS },
  ],
  globalSetup: "./e2e/global-setup.ts",
  // One more than the cores of CI: a journey often waits for a page.
  workers: 3,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // A busy machine may be slow; what fails three times is broken.
  retries: process.env.CI ? 2 : 0,
  reporter: "list",
  // Each step has its own limit, so what hangs fails early; a long journey on a slow machine may take its time.
  timeout: 240_000,
  expect: { timeout: 10_000 },
  use: {
    launchOptions: browserLaunch(),
    actionTimeout: 20_000,
    navigationTimeout: 30_000,
    // Journeys do not wait for motion; those about motion ask for it.
    contextOptions: { reducedMotion: "reduce" },
    screenshot: "off",
    trace: "off",
    video: "off",
  },
});

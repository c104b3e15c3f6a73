// Measures how soon an edit shows with `npm run dev`, on a copy of the sources: `node bin/bench-development.ts
// [rounds]`. Prints medians from the saved file. Fails if one misses its goal, or the page was reloaded.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { chromium } from "@playwright/test";
import { median } from "simple-statistics";
import { freePort } from "#test/shop-process.ts";
import { copyTree } from "#test/tree-copy.ts";
import { browserLaunch } from "../e2e/browser.ts";

const ROUNDS = Number(process.argv[2] ?? 5);
const START_MS = 120_000;
const ASK_AGAIN_MS = 20;

const tree = copyTree();
const PORT = await freePort();
const url = `http://localhost:${PORT}`;
const env = { ...process.env, PORT, DATA_DIR: join(tree.root, "data") };
const server = spawn("npm", ["run", "dev"], { cwd: tree.root, env, detached: true, stdio: "ignore" });
const browser = await chromium.launch(browserLaunch());
try {
  await until(async () => (await fetch(`${url}/api/trims?limit=1`)).ok);
  const page = await browser.newPage();
  const listening = page.waitForEvent("console", (message) => message.text().includes("[vite] connected"));
  await page.goto(`${url}/login`);
  await listening;
  await page.evaluate(() => {
    document.documentElement.dataset.kept = "yes";
  });
  const edits = {
    "a page, in the open browser": {
      goalMs: 1_000,
      file: "app/features/identity/login.page.tsx",
      text: (round: number) => (round === 0 ? "New here? <" : `New here, ${round}? <`),
      isThere: async (round: number) => (await page.getByText(`New here, ${round}?`).count()) > 0,
    },
    "a style, in the open browser": {
      goalMs: 1_000,
      file: "app/ui/tokens.css",
      text: (round: number) =>
        round === 0 ? "  --page: light-dark(" : `  --page: rgb(1, 2, ${round}); --unused: light-dark(`,
      isThere: (round: number) =>
        page.evaluate((blue) => getComputedStyle(document.body).backgroundColor === `rgb(1, 2, ${blue})`, round),
    },
    "a handler, in the API's answer": {
      goalMs: 3_000,
      file: "app/features/trims/api.server.ts",
      text: (round: number) => (round === 0 ? '"This trim does not exist."' : `"No such trim, ${round}."`),
      isThere: async (round: number) => {
        const answer = await fetch(`${url}/api/trims/01a2002e-7187-710e-9bfb-348cf6f8f05d`);
        return (await answer.text()).includes(`No such trim, ${round}.`);
      },
    },
  };
  console.log("| edit | median | longest | goal |\n| --- | ---: | ---: | ---: |");
  for (const [what, { goalMs, file, text, isThere }] of Object.entries(edits)) {
    const times: number[] = [];
    for (let round = 1; round <= ROUNDS; round++) {
      const startMs = performance.now();
      tree.edit(file, text(round - 1), text(round));
      await until(() => isThere(round));
      times.push(performance.now() - startMs);
    }
    const middle = median(times);
    console.log(`| ${what} | ${middle.toFixed(0)} ms | ${Math.max(...times).toFixed(0)} ms | ${goalMs} ms |`);
    if (middle >= goalMs) process.exitCode = 1;
  }
  const isKept = await page.evaluate(() => document.documentElement.dataset.kept === "yes");
  console.log(isKept ? "\nThe page was never loaded anew." : "\nThe page was loaded anew.");
  if (!isKept) process.exitCode = 1;
} finally {
  await browser.close();
  const gone = once(server, "close");
  if (server.pid) process.kill(-server.pid, "SIGINT");
  await gone;
  tree.remove();
}

/** @throws Error after two minutes */
async function until(isTrue: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + START_MS;
  while (!(await isTrue().catch(() => false))) {
    if (performance.now() > deadline) throw new Error("it never came");
    await pause(ASK_AGAIN_MS);
  }
}

import { spawn } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";

/** How long and how often; the command line may shorten this. */
export type Measure = { times: number; requests: number };

/**
 * One way in which things break. `strike` breaks them, checks, and returns the figures. @throws Error when a promise is
 * broken
 */
export type Fault = { name: string; strike: (measure: Measure) => Promise<string> };

const LOOK_AGAIN_MS = 50;

/** Waits until it is so. @throws Error that names what did not happen in time */
export async function until(what: string, patienceS: number, isSo: () => boolean | Promise<boolean>): Promise<void> {
  const start = performance.now();
  while (!(await isSo())) {
    if (performance.now() - start > patienceS * 1000) throw new Error(`not within ${patienceS} s: ${what}`);
    await pause(LOOK_AGAIN_MS);
  }
}

/** @throws Error that shows both when they differ */
export function demand(what: string, seen: unknown, expected: unknown): void {
  if (isDeepStrictEqual(seen, expected)) return;
  throw new Error(`${what}: ${JSON.stringify(seen).slice(0, 2_000)}, expected ${JSON.stringify(expected)}`);
}

/** Runs tests at full length, and tells the figures that they print. */
export async function runTests(file: string, lengths: Record<string, string | number>, name = ""): Promise<string> {
  const words = ["node_modules/vitest/vitest.mjs", "run", file, "--disable-console-intercept", "--no-color"];
  const env = {
    ...process.env,
    ...Object.fromEntries(Object.entries(lengths).map(([key, at]) => [key, String(at)])),
  };
  const vitest = spawn(process.execPath, [...words, ...(name ? ["-t", name] : [])], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const said = Buffer.concat(await Array.fromAsync(vitest.stdout)).toString();
  const gone = vitest.exitCode ?? (await new Promise((resolve) => vitest.once("exit", resolve)));
  const [, passed = "none"] = /Tests\s+(.*)/.exec(said) ?? [];
  if (gone !== 0) throw new Error(`${file}\n${said}`);
  const printed = said.split("\n").filter((line) => /^\S.*: .*\d/.test(line));
  return [...printed, `${file}: ${passed}`].join("\n");
}

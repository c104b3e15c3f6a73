import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { startEngine } from "#app/platform/engine/engine.server.ts";
import { cpuMsOf } from "../cpu.ts";
import { measuredSettings, START } from "../ground.ts";
import { atMost, type Round, type Scenario } from "../scenario.ts";

const ASK_AGAIN_MS = 5;
const BARE = `require("node:http").createServer((_, response) => response.end("open")).listen(process.env.PORT, "localhost")`;

/** From the command to the first answer, with existing data. */
export const start: Scenario = {
  name: "start",
  async open(ground) {
    const folder = mkdtempSync(join(tmpdir(), "rivet-bench-"));
    const settings = { DEMO: "1", DEMO_YEAR: "0", ...(await measuredSettings(folder)) };
    await (await ground.openShop({ DATA_DIR: folder })).stop();
    const time = async ([program, ...words]: readonly [string, ...string[]], path: string): Promise<Round> => {
      const begin = performance.now();
      const child = spawn(program, words, { env: settings, stdio: "ignore" });
      await untilAnswered(`http://localhost:${settings.PORT}${path}`);
      const round = { value: (performance.now() - begin) / 1_000, cpuMs: cpuMsOf(child.pid ?? 0) };
      await end(child);
      return round;
    };
    return {
      lines: [
        {
          work: "start to the first answer, existing data",
          limit: "bare Node.js, and the engine's own start",
          unit: "s",
          goal: atMost(4),
          run: () => time(START, "/api/trims?limit=1"),
          async runLimit() {
            const bare = await time(["node", "-e", BARE], "/");
            const begin = performance.now();
            const engine = await startEngine({ dataDir: folder, log: () => {} });
            const value = bare.value + (performance.now() - begin) / 1_000;
            await engine.stop();
            return { ...bare, value };
          },
        },
      ],
      close: async () => rmSync(folder, { recursive: true }),
    };
  },
};

async function untilAnswered(url: string): Promise<void> {
  for (;;) {
    const answer = await fetch(url).catch(() => undefined);
    await answer?.arrayBuffer();
    if (answer?.ok) return;
    await pause(ASK_AGAIN_MS);
  }
}

async function end(child: ChildProcess): Promise<void> {
  const gone = once(child, "exit");
  child.kill("SIGTERM");
  await gone;
}

import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { BUILT } from "./shop-process.ts";

/**
 * What a public shop needs. Nothing listens at the database's address: a start that gets that far fails in another way.
 */
const whole = {
  DATABASE_URL: "postgres://shop:secret@127.0.0.1:9/shop",
  SECRET: "s".repeat(32),
  APP_ORIGIN: "https://shop.example",
  SMTP_URL: "smtps://shop:secret@mail.example:465",
  MAIL_FROM: "shop@shop.example",
  TRUSTED_PROXIES: "10.0.0.1",
};

async function start(settings: NodeJS.ProcessEnv): Promise<{ code: number; said: string }> {
  const folder = mkdtempSync(join(tmpdir(), "rivet-settings-"));
  const env = { PATH: process.env.PATH, DATA_DIR: folder, ...settings };
  const outcome = await new Promise<{ code: number; said: string }>((resolve) => {
    execFile(process.execPath, [BUILT], { env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), said: stdout + stderr }),
    );
  });
  rmSync(folder, { recursive: true });
  return outcome;
}

// A43
describe("a start in production", () => {
  it("ends at once with a line that says what to write, whichever setting is missing or wrong", async () => {
    const cases: [Partial<typeof whole> & NodeJS.ProcessEnv, string][] = [
      [{ SECRET: "" }, "SECRET is needed: write at least 32 random characters"],
      [{ SECRET: "s".repeat(31) }, "SECRET is wrong: write at least 32 random characters"],
      [{ APP_ORIGIN: "" }, "APP_ORIGIN is needed: write the address of the shop"],
      [{ TRUSTED_PROXIES: "" }, "TRUSTED_PROXIES is needed: write the addresses of your proxies, or none"],
      [{ DATABASE_URL: "", SECRET: "" }, "SECRET is needed: write at least 32 random characters"],
      [{ DATABASE_URL: "", SMTP_URL: "", MAIL_FROM: "" }, "SMTP_URL is needed: write smtps://"],
      [{ DATABASE_URL: "", SECRET: "" }, "write DEMO=1 for a demo"],
      [{ TRUSTED_PROXIES: "all" }, "TRUSTED_PROXIES is wrong: write addresses or networks such as 10.0.0.0/8,::1"],
    ];
    const outcomes = await Promise.all(cases.map(([settings]) => start({ ...whole, ...settings })));
    for (const [at, [settings, sentence]] of cases.entries()) {
      expect(outcomes[at], JSON.stringify(settings)).toEqual({ code: 1, said: expect.stringContaining(sentence) });
      expect(outcomes[at]?.said).toMatch(/^The shop did not start\. [^\n]+\n([A-Z_]+ is [^\n]+\n)*$/);
    }
  });

  it("says that it cannot open the database in DATABASE_URL, and why, also where localhost has two addresses", async () => {
    const { code, said } = await start({ ...whole, DATABASE_URL: "postgres://shop:secret@localhost:9/shop" });
    expect(code).toBe(1);
    expect(said).toMatch(
      /^The shop did not start\. It cannot open the database in DATABASE_URL: connect [A-Z]+ \S+:9(; connect [A-Z]+ \S+:9)*( - Local \(.*\))?\n$/,
    );
  });

  it("by `npm start` needs no .env, does not miss one, and reads one that is there", () => {
    const folder = mkdtempSync(join(tmpdir(), "rivet-env-"));
    symlinkSync(resolve("build"), join(folder, "build"));
    const { scripts }: { scripts: { start: string } } = JSON.parse(readFileSync("package.json", "utf8"));
    const { SECRET: _, ...env } = { ...whole, PATH: `${dirname(process.execPath)}:${process.env.PATH}` };
    const say = () => {
      const { stdout, stderr } = spawnSync("sh", ["-c", scripts.start], { cwd: folder, env, encoding: "utf8" });
      return stdout + stderr;
    };
    expect(say()).toMatch(/^The shop did not start\. SECRET is needed: /);
    writeFileSync(join(folder, ".env"), "SECRET=short\n");
    expect(say()).toMatch(/^The shop did not start\. SECRET is wrong: /);
    rmSync(folder, { recursive: true });
  });
});

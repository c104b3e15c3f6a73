import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, expect, it } from "vitest";

// In a process of its own, as a shop runs: Vitest formats stacks by itself.

const FAILS = `type Word = string;


export function fail(word: Word): never {
  throw new TypeError(word);
}
`;
const NAMES = import.meta.resolve("./source-lines.server.ts");

let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "rivet-lines-"));
  writeFileSync(join(folder, "fails.ts"), FAILS);
  const bundle = await rolldown({ input: join(folder, "fails.ts"), platform: "node" });
  await bundle.write({ dir: join(folder, "built"), sourcemap: true, sourcemapExcludeSources: true });
  await bundle.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

function run(program: string): string {
  const built = JSON.stringify(`${pathToFileURL(folder)}/built/`);
  const head = `import { nameSourceLines } from ${JSON.stringify(NAMES)}; nameSourceLines(new URL(${built}));
    const { fail } = await import(${built} + "fails.js");`;
  const words = ["--input-type=module", "--eval", `${head} ${program}`];
  const { stdout, stderr } = spawnSync(process.execPath, words, { encoding: "utf8" });
  return stdout + stderr;
}

it("names the line of the source in the stack of a bundled file, and leaves all else as Node writes it", () => {
  const [first, second, ...others] = run(`
    try { fail("too long") } catch (error) { console.log(error.stack) }`).split("\n");
  expect(first).toBe("TypeError: too long");
  expect(second?.trim()).toBe(`at fail (${pathToFileURL(folder)}/fails.ts:5:9)`);
  expect(others.join("\n")).toContain("[eval1]");
});

it("names it also in a cause, and where Node itself prints what nobody caught", () => {
  const said = run(`try { fail("too long") } catch (cause) { throw new Error("outer", { cause }) }`);
  expect(said).toMatch(/Error: outer.+cause.+fails\.ts:5:9/s);
});

it("keeps the place in the bundle where no map tells of it", () => {
  rmSync(join(folder, "built/fails.js.map"));
  expect(run(`try { fail("too long") } catch (error) { console.log(error.stack) }`)).toMatch(
    /built\/fails\.js:\d+:\d+\)/,
  );
});

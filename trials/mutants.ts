import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import known from "./mutants.json" with { type: "json" };

// Puts single faults into a copy of the shop, one by one, and checks that the nearest tests notice each: `npm run
// mutants`, about half an hour. `-- --only s01,p007` and `-- --from p050` run a part.

type Fault = {
  id: string;
  file: string;
  /** Must occur exactly once in the file. */
  text: string;
  becomes: string;
  /** For server code: the nearest Vitest file. */
  test?: string;
  /**
   * For what people see: the line of the specification it breaks. The journeys that name that line are the nearest
   * tests.
   */
  line?: string;
  /** Has such wide effects that no other fault may share its build. */
  alone?: boolean;
  /** Why no test can notice. */
  why?: string;
};
type PageFault = Fault & { line: string };

const TO_CATCH = 0.95;
const FAULTS_A_BUILD = 8;
const PATIENCE_MS = 10 * 60_000;

const { values: asked } = parseArgs({ options: { only: { type: "string" }, from: { type: "string" } } });
const faults = choose(known);
refuseOutdated(faults);
const onServer = faults.filter((fault) => fault.test !== undefined);
const onPages = faults.filter((fault): fault is PageFault => fault.line !== undefined);
const survivors: Fault[] = [];
const copy = makeCopy();
try {
  if (onServer.length > 0) tryServer();
  if (onPages.length > 0) tryPages();
} finally {
  rmSync(copy, { recursive: true, force: true });
}
report();

function choose(all: Fault[]): Fault[] {
  if (new Set(all.map(({ id }) => id)).size < all.length) throw new Error("Two faults have the same id.");
  const only = asked.only?.split(",");
  const from = asked.from ? all.findIndex(({ id }) => id === asked.from) : 0;
  const chosen = all.slice(from).filter(({ id }) => !only || only.includes(id));
  if (from < 0 || chosen.length === 0) throw new Error("No fault has such an id: see trials/mutants.json.");
  return chosen;
}

/** A fault whose text has changed is not a fault any more, and would be caught or survive by chance. */
function refuseOutdated(chosen: Fault[]): void {
  const outdated = chosen.filter(({ file, text }) => readFileSync(file, "utf8").split(text).length !== 2);
  if (outdated.length === 0) return;
  for (const { id, file, text } of outdated) console.error(`${id} is not found exactly once in ${file}: ${text}`);
  process.exit(2);
}

function makeCopy(): string {
  const folder = mkdtempSync(join(tmpdir(), "rivet-mutants-"));
  const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], { encoding: "utf8" }).trim().split("\n");
  for (const file of files) cpSync(file, join(folder, file));
  symlinkSync(join(process.cwd(), "node_modules"), join(folder, "node_modules"));
  return folder;
}

function tryServer(): void {
  const files = [...new Set(onServer.flatMap(({ test }) => test ?? []))];
  if (!run("vitest", ["run", "--retry", "1", ...files])) {
    throw new Error(`Without a fault some of these fail already:\n${files.join("\n")}`);
  }
  for (const fault of onServer) {
    const takeBack = put([fault]);
    tell(fault, !run("vitest", ["run", "--retry", "1", "--bail", "1", fault.test ?? ""]));
    takeBack();
  }
}

function tryPages(): void {
  const sound = journey(onPages);
  const failing = sound.filter(({ ok }) => !ok);
  if (failing.length > 0) {
    throw new Error(`Without a fault these fail already:\n${failing.map(({ title }) => title).join("\n")}`);
  }
  const nearest = ({ line }: PageFault) => sound.filter(({ title }) => title.includes(line)).map(({ title }) => title);
  const blind = onPages.filter((fault) => nearest(fault).length === 0);
  if (blind.length > 0) throw new Error(`No journey names ${blind.map(({ line }) => line).join(", ")}.`);
  for (const group of groupBy(onPages, nearest)) {
    const takeBack = put(group);
    const seen = journey(group);
    for (const fault of group) {
      const titles = nearest(fault);
      tell(
        fault,
        titles.some((title) => !seen.find((one) => one.title === title)?.ok),
      );
    }
    takeBack();
  }
}

/** Faults that can share a build: in different files, and noticed by different journeys. */
function groupBy(all: PageFault[], nearest: (fault: PageFault) => string[]): PageFault[][] {
  const groups: PageFault[][] = [];
  for (const fault of all) {
    const titles = new Set(nearest(fault));
    const fits = (other: PageFault) =>
      !other.alone && other.file !== fault.file && !nearest(other).some((title) => titles.has(title));
    const group = groups.find((one) => !fault.alone && one.length < FAULTS_A_BUILD && one.every(fits));
    if (group) group.push(fault);
    else groups.push([fault]);
  }
  return groups;
}

// A busy machine may be late once. A journey that fails twice has met the fault.

/** Builds the copy and runs the journeys that name these faults' lines. If the build fails, all count as noticed. */
function journey(group: PageFault[]): { title: string; ok: boolean }[] {
  if (!run("npm", ["run", "build"])) return [];
  const lines = new Set(group.map(({ line }) => `${line}\\b`));
  const results = join(copy, "journeys.json");
  rmSync(results, { force: true });
  run("playwright", ["test", "--retries", "1", "--reporter", "json", "--grep", [...lines].join("|")], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: results,
  });
  const { suites } = JSON.parse(readFileSync(results, "utf8")) as { suites: Suite[] };
  return suites.flatMap((suite) => specsOf(suite, ""));
}

type Suite = { title: string; suites?: Suite[]; specs: { title: string; ok: boolean }[] };

function specsOf({ title, suites = [], specs }: Suite, path: string): { title: string; ok: boolean }[] {
  const here = `${path}${title} > `;
  return [
    ...specs.map((spec) => ({ title: here + spec.title, ok: spec.ok })),
    ...suites.flatMap((suite) => specsOf(suite, here)),
  ];
}

/** Returns how to take them out again. */
function put(group: Fault[]): () => void {
  const sound = new Map(group.map(({ file }) => [join(copy, file), readFileSync(join(copy, file), "utf8")]));
  for (const { file, text, becomes } of group) {
    const path = join(copy, file);
    writeFileSync(
      path,
      (sound.get(path) ?? "").replace(text, () => becomes),
    );
  }
  return () => {
    for (const [path, content] of sound) writeFileSync(path, content);
  };
}

/** Whether the command succeeded. A command that hangs did not. */
function run(command: string, args: string[], settings: NodeJS.ProcessEnv = {}): boolean {
  const path = `${dirname(process.execPath)}:${join(copy, "node_modules/.bin")}:${process.env.PATH}`;
  const env = { ...process.env, PATH: path, ...settings };
  const { status } = spawnSync(command, args, { cwd: copy, env, stdio: "ignore", timeout: PATIENCE_MS });
  return status === 0;
}

function tell(fault: Fault, isCaught: boolean): void {
  const { id, file, text, becomes, line, test, why } = fault;
  if (!isCaught) survivors.push(fault);
  const outcome = isCaught ? "caught  " : why ? "allowed " : "SURVIVED";
  console.log(`${outcome} ${id} ${line ?? test}: ${file}: ${JSON.stringify(text)} -> ${JSON.stringify(becomes)}`);
}

function report(): void {
  const caught = faults.length - survivors.length;
  const score = caught / faults.length;
  console.log(`${caught} of ${faults.length} faults were caught: ${(score * 100).toFixed(1)} %.`);
  for (const { id, why } of survivors) console.log(`Not caught: ${id}${why ? `, ${why}` : ""}`);
  const isEnough = score >= TO_CATCH && survivors.every(({ why }) => why !== undefined);
  process.exitCode = isEnough ? 0 : 1;
}

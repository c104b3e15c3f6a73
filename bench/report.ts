import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, loadavg, totalmem } from "node:os";
import { max, median, min } from "simple-statistics";
import type { Line, Round } from "./scenario.ts";

const TABLE = "docs/performance.md";
/** Beside the table, with every round of each line. */
const FIGURES = "docs/performance.json";
const MARKS = ["<!-- bench: written by npm run bench -->", "<!-- /bench -->"] as const;
const GB = 1024 ** 3;
/** How many earlier runs are shown next to a figure. */
const EARLIER = 2;

/** What is known about a line, and about the machine when it was measured. */
export type Measured = Pick<Line, "work" | "limit" | "unit"> & {
  scenario: string;
  goal: string;
  isMet: boolean;
  /** The median, minimum and maximum of the pairs of rounds. */
  figure: Spread;
  rounds: Round[];
  limitRounds: Round[];
  /** The figures of the previous runs, newest first. */
  earlier: number[];
  machine: string;
  /** Processes running or waiting when the line was finished, over the last 1, 5 and 15 minutes. */
  load: number[];
};
type Spread = { median: number; least: number; most: number };

/** Judges a line by its pairs of rounds: anything that slows both, such as a busy machine, cancels out. */
export function judge(scenario: string, line: Line, rounds: Round[], limitRounds: Round[]): Measured {
  const { work, limit, unit, goal } = line;
  const figures = rounds.map(({ value }, at) => goal.figure(value, limitRounds[at]?.value ?? Number.NaN));
  const figure = { median: median(figures), least: min(figures), most: max(figures) };
  const isMet = goal.isMet(figure.median);
  const [machine, load] = [nameMachine(), loadavg()];
  return {
    scenario,
    work,
    limit,
    unit,
    goal: goal.text,
    isMet,
    figure,
    earlier: [],
    rounds,
    limitRounds,
    machine,
    load,
  };
}

export function nameMachine(): string {
  const model = cpus()[0]?.model.trim() ?? "unknown processor";
  const day = new Date().toISOString().slice(0, 10);
  return `${availableParallelism()} × ${model}, ${(totalmem() / GB).toFixed(0)} GB, Node.js ${process.version}, ${day}`;
}

export function toRow({ work, limit, unit, goal, isMet, figure, earlier, rounds, limitRounds }: Measured): string {
  const middle = (of: Round[], what: keyof Round) => {
    const known = of.flatMap((round) => round[what] ?? []);
    return known.length === 0 ? undefined : median(known);
  };
  const both = (what: keyof Round, digits?: number) =>
    [middle(rounds, what), middle(limitRounds, what)]
      .map((value) => (value === undefined ? "–" : digits === undefined ? write(value) : value.toFixed(digits)))
      .join(" : ");
  const { median: centre, least, most } = figure;
  const cells = [
    work,
    limit,
    both("value"),
    unit,
    both("cpuMs", 3),
    both("p99Ms"),
    `**${write(centre)}** (${write(least)}–${write(most)})`,
    earlier.map(write).join(", ") || "–",
    `${goal} ${isMet ? "✓" : "✗"}`,
  ];
  return `| ${cells.join(" | ")} |`;
}

export const HEAD = [
  "| work | limit | work : limit | unit | CPU ms each | p99 ms | figure (least–most) | runs before | goal |",
  "| --- | --- | ---: | --- | ---: | ---: | ---: | --- | --- |",
].join("\n");

function write(value: number): string {
  if (value >= 1000) return Math.round(value).toLocaleString("en");
  if (value >= 100) return value.toFixed(0);
  return value.toFixed(value >= 10 ? 1 : 2);
}

/** Puts these lines into the table and the file of figures; lines measured before keep their rows. */
export function publish(measured: readonly Measured[], order: readonly string[]): void {
  const before: Measured[] = existsSync(FIGURES) ? JSON.parse(readFileSync(FIGURES, "utf8")) : [];
  const renewed = new Set(measured.map(({ scenario }) => scenario));
  const stored = before.filter(({ scenario }) => !renewed.has(scenario) && order.includes(scenario));
  const all = [...stored, ...measured.map((one) => ({ ...one, earlier: figuresBefore(one, before) }))];
  all.sort((one, other) => order.indexOf(one.scenario) - order.indexOf(other.scenario));
  writeFileSync(FIGURES, `${JSON.stringify(all, rounded, 1)}\n`);
  const machines = [...Map.groupBy(all, ({ machine }) => machine)].map(
    ([machine, lines]) => `- ${machine}: ${[...new Set(lines.map(({ scenario }) => scenario))].join(", ")}`,
  );
  const written = [HEAD, ...all.map(toRow)].join("\n");
  const [start, end] = MARKS;
  const page = readFileSync(TABLE, "utf8");
  const [head, rest] = page.split(start);
  const tail = rest?.split(end)[1];
  if (head === undefined || tail === undefined) throw new Error(`${TABLE} has lost its marks ${start} … ${end}`);
  writeFileSync(TABLE, `${head}${start}\n\n${written}\n\n${machines.join("\n")}\n\n${end}${tail}`);
}

function figuresBefore({ work, limit }: Measured, before: readonly Measured[]): number[] {
  const last = before.find((one) => one.work === work && one.limit === limit);
  return last ? [last.figure.median, ...last.earlier].slice(0, EARLIER) : [];
}

/** Four digits are enough. */
function rounded(_: string, value: unknown): unknown {
  return typeof value === "number" ? Number(value.toPrecision(4)) : value;
}

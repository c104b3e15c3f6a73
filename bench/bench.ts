// Measures the shop against what the machine could do, alternating in one run: `npm run bench`. Writes the table of
// docs/performance.md, and every round into docs/performance.json. On Linux.
//   --only home,phone   some scenarios; the rows of the others stay
//   --rounds 9          pairs of rounds for each line, 5 by default
//   --dry               prints and writes nothing
import { parseArgs } from "node:util";
import { openGround } from "./ground.ts";
import { HEAD, judge, type Measured, nameMachine, publish, toRow } from "./report.ts";
import type { Line, Round, Scenario } from "./scenario.ts";
import { apiReads } from "./scenarios/api-reads.ts";
import { home } from "./scenarios/home.ts";
import { homeUnderOrders } from "./scenarios/home-under-orders.ts";
import { memory } from "./scenarios/memory.ts";
import { orders } from "./scenarios/orders.ts";
import { phone } from "./scenarios/phone.ts";
import { queries } from "./scenarios/queries.ts";
import { sheets } from "./scenarios/sheets.ts";
import { start } from "./scenarios/start.ts";

const scenarios: readonly Scenario[] = [home, apiReads, queries, homeUnderOrders, orders, sheets, start, memory, phone];

const { values: options } = parseArgs({
  options: {
    only: { type: "string" },
    rounds: { type: "string", default: "5" },
    dry: { type: "boolean" },
  },
});
const wanted = options.only?.split(",") ?? scenarios.map(({ name }) => name);
const strangers = wanted.filter((name) => !scenarios.some((scenario) => scenario.name === name));
if (strangers.length > 0) {
  throw new Error(`There is no ${strangers}. Choose from ${scenarios.map(({ name }) => name)}.`);
}

const measured: Measured[] = [];
const ground = openGround();
console.log(`${nameMachine()}\n\n${HEAD}`);
try {
  for (const scenario of scenarios.filter(({ name }) => wanted.includes(name))) {
    // The others are still worth measuring.
    await measure(scenario).catch((error: unknown) => {
      process.exitCode = 1;
      console.error(scenario.name, error);
    });
  }
} finally {
  await ground.close();
}
if (!options.dry) {
  publish(
    measured,
    scenarios.map(({ name }) => name),
  );
}
if (measured.some(({ isMet }) => !isMet)) process.exitCode = 1;

async function measure(scenario: Scenario): Promise<void> {
  const { lines, check, close } = await scenario.open(ground);
  try {
    for (const line of lines) {
      const [rounds, limitRounds] = await takeTurns(line);
      const one = judge(scenario.name, line, rounds, limitRounds);
      measured.push(one);
      console.log(toRow(one));
    }
    await check?.();
  } finally {
    await close?.();
  }
}

/** Each goes first as often as the other. */
async function takeTurns({ run, runLimit, rounds = Number(options.rounds), warmUp = 1 }: Line) {
  const [works, limits]: [Round[], Round[]] = [[], []];
  const turns = [
    async () => works.push(await run()),
    async () => {
      if (runLimit) limits.push(await runLimit());
    },
  ];
  for (let round = -warmUp; round < rounds; round++) {
    for (const turn of round % 2 === 0 ? turns : turns.toReversed()) await turn();
    if (round < 0) works.length = limits.length = 0;
  }
  return [works, limits] as const;
}

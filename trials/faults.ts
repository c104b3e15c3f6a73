// Breaks the shop in each way that docs/reliability.md names, at full length, and checks whether anything was lost,
// doubled or oversold: npm run faults. Takes half an hour. `npm run faults -- disk-full clock` runs these alone;
// --times and --requests shorten it. Ends with 1 if a promise broke.
import { parseArgs } from "node:util";
import { attacked } from "./faults/attacks.ts";
import { clock } from "./faults/clock.ts";
import { diskFull } from "./faults/disk-full.ts";
import type { Fault } from "./faults/fault.ts";
import { restart } from "./faults/restart.ts";
import { tested } from "./faults/tested.ts";

const faults: Fault[] = [...tested, attacked, restart, diskFull, clock];

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    times: { type: "string", default: "20" },
    requests: { type: "string", default: "100000" },
  },
});
const measure = {
  times: Number(values.times),
  requests: Number(values.requests),
};
const strange = positionals.filter((name) => !faults.some((fault) => fault.name === name));
if (strange.length > 0 || Object.values(measure).some((number) => !(number > 0))) {
  console.error(`Write: npm run faults -- [--times 20] [--requests 100000] [name …]`);
  console.error(`Names: ${faults.map(({ name }) => name).join(", ")}`);
  process.exit(2);
}

for (const { name, strike } of faults) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  const start = performance.now();
  const outcome = await strike(measure).then(
    (result) => `ok   ${name}: ${result}`,
    (error: unknown) => {
      process.exitCode = 1;
      return `FAIL ${name}: ${error instanceof Error ? error.message : error}`;
    },
  );
  console.log(`${outcome}\n     ${Math.round((performance.now() - start) / 1000)} s`);
}

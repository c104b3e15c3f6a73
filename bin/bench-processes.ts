// Measures several processes of the shop:
//   node bin/bench-processes.ts roll [restarts]              replaces two processes again and again under visitors and
//                                                            orders; fails if a request does
//   node bin/bench-processes.ts fresh [changes]              how long after an order four processes show the new stock
//   node bin/bench-processes.ts orders [rounds] [percent]    orders from one process and from two, in turns, each process
//                                                            held to so much of a core by cpulimit (Debian)
import { fresh } from "./bench-processes/fresh.ts";
import { orders } from "./bench-processes/orders.ts";
import { roll } from "./bench-processes/roll.ts";
import { openScene, type Scene } from "./bench-processes/scene.ts";

const [what = "", ...numbers] = process.argv.slice(2);
const acts: Record<string, (scene: Scene, first?: number, second?: number) => Promise<void>> = { roll, fresh, orders };
const act = acts[what];
if (!act) throw new Error(`write one of ${Object.keys(acts).join(", ")}`);

const scene = await openScene();
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => void scene.close().then(() => process.exit(1)));
}
try {
  await act(scene, ...numbers.map(Number));
} finally {
  await scene.close();
}

import { parseArgs } from "node:util";
import { stockUp } from "./ha/buyers.ts";
import { startCluster } from "./ha/cluster.ts";
import { findProcessesOf } from "./ha/processes.ts";
import { endShop, type Shop, startShops } from "./ha/shops.ts";
import { report, type Trial } from "./ha/trial.ts";
import { seeDocs } from "./ha/trials/docs.ts";
import { seeEtcd } from "./ha/trials/etcd.ts";
import { seeFrozen, seeLeader } from "./ha/trials/leader.ts";
import { seePooler } from "./ha/trials/pooler.ts";
import { seeShop } from "./ha/trials/shop.ts";

// npm run ha: starts the cluster of deploy/ha on this machine, breaks it, and stops it. Exits with 1 if a promise
// broke. --only docs,pooler,frozen,etcd,shop,leader   --kills 3   --etcd-seconds 20

const trials: Record<string, Trial> = {
  docs: seeDocs,
  pooler: seePooler,
  frozen: seeFrozen,
  etcd: seeEtcd,
  shop: seeShop,
  leader: seeLeader,
};
const { values } = parseArgs({
  options: {
    only: { type: "string", default: Object.keys(trials).join(",") },
    kills: { type: "string", default: "10" },
    "etcd-seconds": { type: "string", default: "60" },
  },
});
const wanted = values.only.split(",").flatMap((only) => Object.entries(trials).filter(([name]) => name === only));
if (wanted.length === 0) throw new Error(`--only takes some of ${Object.keys(trials).join(",")}`);

const cluster = await startCluster();
const shops: Shop[] = [];
const ground = { cluster, shops, kills: Number(values.kills), etcdMs: Number(values["etcd-seconds"]) * 1_000 };
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => void stop().then(() => process.exit(1)));
}
try {
  if (wanted.some(([name]) => name !== "pooler")) {
    await startShops(cluster, shops);
    await stockUp(cluster);
  }
  for (const [name, trial] of wanted) {
    console.log(`\n${name}`);
    await trial(ground).catch((error: unknown) => {
      console.log(`FAIL ${name}: ${error instanceof Error ? error.message : error}`);
      process.exitCode = 1;
    });
  }
} finally {
  await stop();
}
report("processes left behind", findProcessesOf(cluster.folder), []);

async function stop(): Promise<void> {
  await Promise.all(shops.map((shop) => endShop(shop, "SIGTERM")));
  await cluster.stop();
}

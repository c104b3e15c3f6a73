// Measures a sheet of 20 lines against 20 single orders for the same trims: `node bin/bench-sheets.ts [rounds]`. Both take
// turns in one run, against the shop in a process of its own. Fails if the sheet takes more than 0.15 of the time.
import { quantile } from "simple-statistics";
import { withMeasuredShop } from "#test/measured-shop.ts";
import { logInAsBuyer } from "#test/shop-process.ts";

const ROUNDS = Number(process.argv[2] ?? 30);
const WARM_UP = 5;
const LINES = 20;
const GOAL = 0.15;

type Trim = { _id: string; name: string; moq: number; quantity: number };

await withMeasuredShop(async (url) => {
  const { token, name, email } = await logInAsBuyer(url);
  const who = { name, email, phone: "12345", address: "Vävaregatan 14, Umeå" };
  const listed: Trim[] = await (await fetch(`${url}/api/trims?limit=200`)).json();
  const trims = listed.filter(({ moq, quantity }) => quantity >= moq).slice(0, LINES);
  if (trims.length < LINES) throw new Error(`only ${trims.length} trims are in stock`);

  const call = async (method: "POST" | "DELETE", path: string, body?: object) => {
    const headers = {
      "content-type": "application/json",
      authorization: `Bearer ${token}`,
      "idempotency-key": crypto.randomUUID(),
    };
    const response = await fetch(`${url}/api${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return response.json();
  };
  /** Each answers the ids of its orders. */
  const ways = {
    sheet: async (): Promise<string[]> => {
      const lines = trims.map(({ _id, moq }) => ({ trimId: _id, orderQuantity: moq }));
      return (await call("POST", "/orderSheets", { ...who, lines })).orderIds;
    },
    singles: async () => {
      const ids: string[] = [];
      for (const { _id, name: productName, moq } of trims) {
        ids.push((await call("POST", "/orders", { ...who, productName, orderQuantity: moq, trimId: _id })).insertedId);
      }
      return ids;
    },
  };
  const times: Record<keyof typeof ways, number[]> = { sheet: [], singles: [] };
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    const turns = round % 2 === 0 ? (["sheet", "singles"] as const) : (["singles", "sheet"] as const);
    for (const way of turns) {
      const start = performance.now();
      const ids = await ways[way]();
      if (round >= 0) times[way].push(performance.now() - start);
      // The pieces go back, so that no trim runs out.
      for (const id of ids) await call("DELETE", `/orders/${id}`);
    }
  }
  console.log("| | p50 ms | p90 ms |\n| --- | ---: | ---: |");
  for (const [way, all] of Object.entries(times)) {
    console.log(`| ${way} | ${quantile(all, 0.5).toFixed(1)} | ${quantile(all, 0.9).toFixed(1)} |`);
  }
  const ratio = quantile(times.sheet, 0.5) / quantile(times.singles, 0.5);
  console.log(`A sheet of ${LINES} lines takes ${ratio.toFixed(3)} of ${LINES} single orders (goal: ${GOAL})`);
  if (ratio > GOAL) process.exitCode = 1;
});

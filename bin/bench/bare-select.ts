import type pg from "pg";
import { median } from "simple-statistics";
import { demoPeople } from "#db/demo-people.ts";
import { PAGE } from "./order-questions.ts";

const ROUNDS = 9;
const CALLS = 1_000;
const GOAL = 0.5;
const ROWS = {
  name: "bench_bare_orders",
  text: `select * from orders where user_id = (select id from users where email = $1) order by id desc limit ${PAGE}`,
  values: [demoPeople.buyer.email],
};

/**
 * Prints how many of a buyer's own lists come in a second, one after another, beside a bare prepared select of the same
 * rows as JSON, in turns.
 */
export async function compareWithSelect(pool: pg.Pool, ask: () => Promise<Response>): Promise<void> {
  const acts = [async () => JSON.stringify((await pool.query(ROWS)).rows), async () => (await ask()).arrayBuffer()];
  const rates = acts.map((): number[] => []);
  for (let round = -1; round < ROUNDS; round++) {
    for (const [at, act] of acts.entries()) {
      const startMs = performance.now();
      for (let call = 0; call < CALLS; call++) await act();
      if (round >= 0) rates[at]?.push((CALLS * 1_000) / (performance.now() - startMs));
    }
  }
  const [select = [], list = []] = rates;
  const ratio = median(list.map((rate, round) => rate / (select[round] ?? Number.NaN)));
  console.log(
    `\n\`GET /orders\`, ${PAGE} rows: ${median(list).toFixed(0)} a second, a bare prepared select ${median(select).toFixed(0)} (${ratio.toFixed(2)}, goal: ${GOAL})`,
  );
}

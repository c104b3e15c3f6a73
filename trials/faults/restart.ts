import { findWrongBooks, noWrongBooks, startBookkeepers } from "#test/bookkeepers.ts";
import { findWrongs, noWrongs, readPutIn, startBuyers, stockUp, tell } from "#test/buyers.ts";
import { demand, type Fault, type Measure, until } from "./fault.ts";
import { type Scene, type Where, withScene } from "./scene.ts";

const BUYERS = 8;
const BOOKKEEPERS = 2;

/** PostgreSQL is shut down and started again under orders, as an update of its packages does. */
export const restart: Fault = {
  name: "restart",
  async strike(measure) {
    const results = [];
    for (const where of ["own", "external"] satisfies Where[])
      results.push(`${where} PostgreSQL: ${await withScene(where, (scene) => restartUnderOrders(scene, measure))}`);
    return results.join("\n");
  },
};

async function restartUnderOrders({ shop, query, findPostgres }: Scene, { times }: Measure): Promise<string> {
  await stockUp(query);
  const putIn = await readPutIn(query);
  await using buyers = await startBuyers(shop.url, { count: BUYERS, isPatient: true });
  await using bookkeepers = await startBookkeepers(shop.url, query, { count: BOOKKEEPERS });
  const sell = async () => {
    const enough = buyers.placed().length + 3 * BUYERS;
    await until(`more than ${enough} orders`, 60, () => buyers.placed().length > enough);
  };
  for (let time = 0; time < times; time++) {
    await sell();
    // Fast shutdown, as `pg_ctl restart` does it; whoever looks after this PostgreSQL starts it again.
    process.kill(await findPostgres(), "SIGINT");
  }
  await sell();
  await buyers.stop();
  await bookkeepers.stop();
  demand("wrong after the restarts", await findWrongs(query, putIn, buyers), noWrongs);
  demand("wrong books", await findWrongBooks(query, bookkeepers), noWrongBooks);
  demand("cut off", buyers.answers.filter(({ status }) => status === 0).length, 0);
  return `${times} restarts, ${tell(buyers)}, ${bookkeepers.done.length} invoices kept`;
}

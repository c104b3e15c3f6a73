import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { trims } from "#app/features/trims/tables.server.ts";
import { newId } from "#app/platform/db/columns.server.ts";
import { createDatabase } from "#test/database.ts";

let shop: Awaited<ReturnType<typeof createDatabase>>;

beforeAll(async () => {
  shop = await createDatabase();
});
afterAll(() => shop.drop());

const TRIMS = 8;

const orderAll = sql`
  insert into orders (id, trim_id, name, email, phone, address, product_name, order_quantity, unit_price)
  select gen_random_uuid(), id, 'A', 'a@mill.example', '12345', 'x', name, 1, 1 from trims order by number`;

describe("how often each trim was ordered", () => {
  it("is counted trim by trim in the order of their ids, so that two statements never wait for each other", async () => {
    // The last one stored is the first by id.
    const ids = Array.from({ length: TRIMS }, newId).toSorted().toReversed();
    for (const id of ids) {
      const values = { id, name: id, description: "", price: "1", moq: 1, quantity: 9, img: "/a.webp", alt: "" };
      await shop.db.insert(trims).values(values);
    }
    let ordering: Promise<unknown> | undefined;
    await shop.db.transaction(async (first) => {
      await first.execute(sql`select from trim_orders where trim_id = ${ids.at(-1)} for update`);
      const [{ pid } = expect.unreachable()] = (
        await first.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
      ).rows;
      ordering = shop.db.transaction(async (second) => {
        await second.execute(sql`set local lock_timeout = 0; set local statement_timeout = 0`);
        await second.execute(orderAll);
      });
      const waits = async () => {
        const { rows } = await shop.db.execute(
          sql`select from pg_stat_activity where ${pid} = any(pg_blocking_pids(pid))`,
        );
        return rows.length;
      };
      await expect.poll(waits, { interval: 5 }).toBe(1);
      const { rows: free } = await shop.db.execute(sql`select from trim_orders for update skip locked`);
      expect(free).toHaveLength(TRIMS - 1);
    });
    await ordering;
    const { rows } = await shop.db.execute(sql`select distinct orders from trim_orders`);
    expect(rows).toEqual([{ orders: 1 }]);
  });
});

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { foldShares } from "#app/features/trims/order-shares.server.ts";
import { trims } from "#app/features/trims/tables.server.ts";
import { openDb, openPool } from "#app/platform/db/client.server.ts";
import { createDatabase, silent } from "#test/database.ts";
import { buyerId, countAnew, placeFor, readBuyer, readKept } from "#test/sums.ts";
import { keepSums } from "./sums.server.ts";

let shop: Awaited<ReturnType<typeof createDatabase>>;

beforeAll(async () => {
  shop = await createDatabase();
  await shop.db.insert(trims).values(
    ["Trim 1", "Trim 2"].map((name) => ({
      ...{
        name,
        line: "threads" as const,
        description: "",
        price: "1",
        moq: 1,
        quantity: 1_000_000,
        img: "/a.webp",
        alt: "",
      },
    })),
  );
  await shop.db.execute(sql`
    insert into orders (id, trim_id, name, email, phone, address, product_name, order_quantity, unit_price)
    select gen_random_uuid(), id, 'A', 'a@mill.example', '1', 'x', name, 1, 1 from trims`);
});

afterAll(() => shop.drop());

describe("adding orders to the sums", () => {
  it("lets orders be placed while somebody folds, and folds while an order is placed", async () => {
    const [first, second] = [buyerId(600), buyerId(601)];
    await placeFor(shop.db, first, { day: 1 });
    await shop.db.transaction(async (folding) => {
      await folding.execute(sql`select fold_order_shares()`);
      // The same buyer, day and week, whose rows the fold still holds.
      await placeFor(shop.db, first, { day: 1 });
      await placeFor(shop.db, second, { day: 1 });
    });
    expect(await readBuyer(shop.db, first)).toMatchObject({ orders: "2", days: 1 });
    await shop.db.transaction(async (placing) => {
      await placing.execute(sql`update orders set order_quantity = 2 where user_id = ${second}`);
      await placeFor(shop.db, first, { day: 2 });
      expect(await readBuyer(shop.db, first)).toMatchObject({ orders: "3", days: 2 });
    });
    expect(await readBuyer(shop.db, second)).toMatchObject({ orders: "1" });
    expect(await readKept(shop.db)).toEqual(await countAnew(shop.db));
  });

  it("takes up more than it folds at once, and calls buyers as their newest order does", async () => {
    const [many, id] = [6000, buyerId(700)];
    await shop.db.execute(sql`
      insert into orders (id, user_id, name, email, phone, address, product_name, order_quantity, unit_price, created_at)
      select gen_random_uuid(), ${id}, 'Buyer ' || n / 1000, 'a@mill.example', '1', 'x', 'x', 1, 1,
        '2026-01-01'::timestamptz + n * interval '1 second' from generate_series(1, ${many}::int) n order by n % 7`);
    expect(await readBuyer(shop.db, id)).toMatchObject({ orders: String(many), name: "Buyer 6" });
    const one = sql`id = (select min(id::text)::uuid from orders where user_id = ${id} and name = 'Buyer 0')`;
    // Neither a move nor an order put back is the newest.
    await shop.db.execute(sql`update orders set review = 'declined' where ${one}`);
    expect(await readBuyer(shop.db, id)).toMatchObject({ orders: String(many - 1), name: "Buyer 6" });
    await shop.db.execute(sql`update orders set review = 'in review' where ${one}`);
    expect(await readBuyer(shop.db, id)).toMatchObject({ orders: String(many), name: "Buyer 6" });
    await shop.db.execute(sql`delete from orders where user_id = ${id}`);
    expect(await readBuyer(shop.db, id)).toMatchObject({ orders: "0", days: 0 });
  });

  it("knows the line that a trim had when it was ordered, or moved", async () => {
    const change = (line: string) => shop.db.execute(sql`update trims set line = ${line} where number = 1`);
    await change("rivets");
    await shop.db.execute(sql`
      insert into orders (id, trim_id, name, email, phone, address, product_name, order_quantity, unit_price)
      select gen_random_uuid(), id, 'A', 'a@mill.example', '1', 'x', name, 1, 1 from trims where number = 1`);
    await change("buttons");
    await change("threads");
    expect(await readKept(shop.db)).toEqual(await countAnew(shop.db));
  });

  it("is left to others by a server that only reads", async () => {
    const id = buyerId(602);
    await placeFor(shop.db, id, { day: 1 });
    const pool = openPool({ ...shop.connection, options: "-c default_transaction_read_only=on" }, silent, 1);
    await foldShares(openDb(pool));
    await pool.end();
    const { rows } = await shop.db.execute(sql`select from buyers where id = ${id}`);
    expect(rows).toEqual([]);
    expect(await readBuyer(shop.db, id)).toMatchObject({ orders: "1" });
  });

  it("begins again in another time zone once no trim is changing its line", async () => {
    let changing: Promise<void> | undefined;
    await shop.db.transaction(async (moving) => {
      await moving.execute(sql`update trims set line = 'rivets' where number = 2`);
      changing = keepSums(shop.db, "Asia/Tokyo");
      const isWaiting = async () => {
        const { rows } = await shop.db.execute(
          sql`select from pg_stat_activity where query like 'call keep_order_sums_in%' and wait_event_type = 'Lock'`,
        );
        return rows.length;
      };
      await expect.poll(isWaiting, { timeout: 900, interval: 10 }).toBe(1);
    });
    await changing;
    expect(await readKept(shop.db)).toEqual(await countAnew(shop.db, "Asia/Tokyo"));
    await keepSums(shop.db, "UTC");
  });

  it("goes on at the next start where a count by another time zone was cut off", async () => {
    await shop.db.transaction(async (holding) => {
      await holding.execute(sql`select from orders order by number limit 1 for update`);
      // It has forgotten the sums by then, and waits for the order in vain.
      await expect(keepSums(shop.db, "Asia/Tokyo")).rejects.toThrow();
    });
    expect(await readKept(shop.db)).toEqual([]);
    await keepSums(shop.db, "Asia/Tokyo");
    expect(await readKept(shop.db)).toEqual(await countAnew(shop.db, "Asia/Tokyo"));
    await keepSums(shop.db, "UTC");
  });
});

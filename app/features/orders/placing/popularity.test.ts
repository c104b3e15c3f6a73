import { sql } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { listTrims } from "#app/features/trims/find/list.server.ts";
import { foldShares } from "#app/features/trims/order-shares.server.ts";
import { trims } from "#app/features/trims/tables.server.ts";
import { createDatabase } from "#test/database.ts";

let shop: Awaited<ReturnType<typeof createDatabase>>;

beforeEach(async () => {
  await shop?.drop();
  shop = await createDatabase();
  const names = ["Rivet", "Button", "Label"];
  const rest = { description: "", price: "1", moq: 1, quantity: 9, img: "/a.webp", alt: "" };
  await shop.db.insert(trims).values(names.map((name) => ({ ...rest, name })));
});
afterAll(() => shop.drop());

/** That many orders of a trim, written by one statement; orders of a demo's year come with their state. */
const order = (name: string, times: number, review = "in review") =>
  shop.db.execute(sql`
    insert into orders (id, user_id, trim_id, name, email, phone, address, product_name, order_quantity, unit_price, review)
    select gen_random_uuid(), gen_random_uuid(), id, 'A', 'a@mill.example', '12345', 'x', name, 1, 1, ${review}
    from trims, generate_series(1, ${times}::int) where name = ${name}`);

async function readCounts(): Promise<Record<string, number>> {
  await foldShares(shop.db);
  const { rows } = await shop.db.execute<{ name: string; orders: number }>(
    sql`select name, orders from trim_orders join trims on id = trim_id where orders > 0`,
  );
  return Object.fromEntries(rows.map(({ name, orders }) => [name, orders]));
}

describe("how often each trim was ordered", () => {
  it("counts every order once, whatever becomes of it", async () => {
    await order("Rivet", 2);
    await order("Rivet", 1, "declined");
    await order("Label", 3);
    await shop.db.execute(sql`update orders set review = 'cancelled' where product_name = 'Label'`);
    expect(await readCounts()).toEqual({ Rivet: 3, Label: 3 });
    await shop.db.execute(sql`update orders set review = 'in review' where product_name = 'Label'`);
    await shop.db.execute(sql`delete from orders where product_name = 'Rivet'`);
    await order("Label", 1);
    expect(await readCounts()).toEqual({ Rivet: 3, Label: 4 });
  });

  it("is all that an order adds which comes ended", async () => {
    await order("Rivet", 1, "declined");
    expect(await readCounts()).toEqual({ Rivet: 1 });
    const { rows } = await shop.db.execute(sql`select id::text from buyers union all select line from sales_weeks`);
    expect(rows).toEqual([]);
  });

  it("sorts the list by every order until then", async () => {
    const first = async () => (await listTrims(shop.db, { sort: "ordered", limit: 1, after: undefined })).rows[0]?.name;
    await order("Label", 1);
    expect(await first()).toBe("Label");
    await order("Button", 2);
    expect(await first()).toBe("Button");
  });

  it("keeps no order waiting", async () => {
    await shop.db.transaction(async (holder) => {
      await holder.execute(sql`select from trim_orders for update`);
      await order("Rivet", 1);
    });
    expect(await readCounts()).toEqual({ Rivet: 1 });
  });

  it("outlives the sums, which are counted anew", async () => {
    await order("Rivet", 1);
    await shop.db.execute(sql`select delete_order_sums()`);
    expect(await readCounts()).toEqual({ Rivet: 1 });
  });

  it("counts orders that are not yet in the sums", async () => {
    await shop.db.execute(sql`update order_sums set since = 2147483647`);
    await order("Rivet", 1);
    expect(await readCounts()).toEqual({ Rivet: 1 });
    await shop.db.execute(sql`call fill_order_sums()`);
    expect(await readCounts()).toEqual({ Rivet: 1 });
    const { rows } = await shop.db.execute(sql`select orders from sales_months`);
    expect(rows).toEqual([{ orders: "1" }]);
  });
});

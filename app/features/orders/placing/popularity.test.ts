import { sql } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { countAnew } from "#app/features/orders/sums/sums.server.ts";
import { listTrims } from "#app/features/trims/find/list.server.ts";
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
const order = (name: string, times: number, review = "in-review") =>
  shop.db.execute(sql`
    insert into orders (id, user_id, trim_id, name, email, phone, address, product_name, order_quantity, unit_price, review)
    select gen_random_uuid(), gen_random_uuid(), id, 'A', 'a@mill.example', '12345', 'x', name, 1, 1, ${review}
    from trims, generate_series(1, ${times}::int) where name = ${name}`);

async function readCounts(): Promise<Record<string, number>> {
  await countAnew(shop.db);
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
    await shop.db.execute(sql`update orders set review = 'in-review' where product_name = 'Label'`);
    await order("Label", 1);
    expect(await readCounts()).toEqual({ Rivet: 3, Label: 4 });
  });

  it("sorts the list once it is counted", async () => {
    const first = async () => (await listTrims(shop.db, { sort: "ordered", limit: 1, after: undefined })).rows[0]?.name;
    await order("Label", 1);
    await countAnew(shop.db);
    expect(await first()).toBe("Label");
    await order("Button", 2);
    await countAnew(shop.db);
    expect(await first()).toBe("Button");
  });
});

import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "#test/app.ts";
import { call, eachPage, signedIn, type TestPerson } from "#test/people.ts";
import { COUNT_LIMIT } from "./list.server.ts";

const EACH = 4000;
const PART = 1000;

let shop: TestApp;
let admin: TestPerson;

/**
 * The buyers of a mill, each with one order in ten for cord. Another mill has as many buyers, with one in two, and one
 * of them is no spinner.
 */
const WEAVERS = 30;

/** Buyers of a third mill have more orders for cord than are counted, among those of others. */
const FELTED = 600;

/** Each item lacks others of these words. */
const animals = ["ant", "bee", "cat", "dog", "elk", "fox"];

/**
 * The older half of all orders is cord, the newer half thread; one in a thousand belongs to one buyer. Those of a mill
 * are older still.
 */
beforeAll(async () => {
  shop = await startTestApp();
  admin = await signedIn(shop.db, { role: "admin" });
  // A statement has 3 s, also on a busy machine.
  for (let last = PART; last <= 2 * EACH; last += PART) {
    await shop.db.execute(sql`
      insert into orders (id, name, email, phone, address, product_name, order_quantity, unit_price)
      select (lpad(to_hex(n), 12, '0') || '7000a' || lpad(to_hex(n), 15, '0'))::uuid, 'Buyer',
        case when n % 1000 = 7 then 'astrid' else 'b' || n end || '@denim.example', '1', 'x',
        case when n <= ${EACH} then 'Cord, waxed' else 'Thread, waxed' end, n, 1
      from generate_series(${last - PART + 1}::int, ${last}::int) n`);
  }
  await shop.db.execute(sql`
    insert into orders (id, name, email, phone, address, product_name, order_quantity, unit_price)
    select ('00000000-0000-6000-a000-' || lpad(to_hex(n), 12, '0'))::uuid, 'Weaver', 'a' || n % ${WEAVERS} || '@loom.example',
      '1', 'x', case when n / ${WEAVERS} = 7 then 'Cord, waxed' else 'Hook, brass' end, n + 1, 1
    from generate_series(0, ${10 * WEAVERS - 1}) n`);
  await shop.db.execute(sql`
    insert into orders (id, name, email, phone, address, product_name, order_quantity, unit_price, review)
    select ('00000000-0000-5000-a000-' || lpad(to_hex(n), 12, '0'))::uuid, case when n = 0 then 'Clerk' else 'Spinner' end,
      's' || n % ${WEAVERS} || '@spin.example', '1', 'x', case when n < ${WEAVERS} then 'Cord, waxed' else 'Hook, brass' end,
      n + 1, 1, case when n = 1 then 'cancelled' when n % 2 = 0 then 'in-review' else 'accepted' end
    from generate_series(0, ${2 * WEAVERS - 1}) n`);
  await shop.db.execute(sql`
    insert into orders (id, name, email, phone, address, product_name, order_quantity, unit_price)
    select (lpad(to_hex(6 * n), 12, '0') || '7000b' || lpad(to_hex(n), 15, '0'))::uuid, 'Felter', 'f' || n % ${WEAVERS} || '@felt.example',
      '1', 'x', 'Cord, waxed', 2 * ${EACH}::int + n, 1
    from generate_series(1, ${FELTED}::int) n`);
  await shop.db.execute(sql`
    insert into orders (id, name, email, phone, address, product_name, order_quantity, unit_price)
    select ('00000000-0000-3000-a000-' || lpad(to_hex(n), 12, '0'))::uuid, 'Drover', 'drover@' || n || '.example', '1', 'x',
      (select string_agg(animal, ' ') from unnest(${sql.param(animals)}::text[]) with ordinality as named(animal, at)
        where n & (1 << at::int - 1) > 0), n, 1
    from generate_series(1, ${2 ** animals.length - 1}::int) n
    union all select '00000000-0000-2000-a000-000000000000', 'Ant Bee', 'keeper@hive.example', '1', 'x', 'Reed', 77, 1`);
  await shop.db.execute(sql`vacuum analyze orders`);
});

async function found(query: string) {
  const response = await call(shop, `GET /allOrders?limit=3&${query}`, { as: admin });
  expect(response.status).toBe(200);
  const rows: { orderQuantity: number }[] = await response.json();
  const capped = response.headers.has("x-total-count-capped");
  return [rows.map(({ orderQuantity }) => orderQuantity), Number(response.headers.get("x-total-count")), capped];
}

describe("a search of many orders", () => {
  it.each([
    ["frequent words that are together in many", "q=thread+waxed", [[8000, 7999, 7998], COUNT_LIMIT, true]],
    ["frequent words that are never together", "q=thread+cord", [[], 0, false]],
    ["a frequent word at the other end of the list", "q=thread&sort=item", [[4001, 4002, 4003], COUNT_LIMIT, true]],
    ["a frequent word, from the other end of its rows", "q=cord", [[4000, 3999, 3998], COUNT_LIMIT, true]],
    ["a rare word", "q=astrid", [[7007, 6007, 5007], 8, false]],
    ["a rare and a frequent word", "q=cord+astrid", [[3007, 2007, 1007], 4, false]],
    ["a rare and a frequent word, sorted", "q=astrid+cord&sort=quantity", [[7, 1007, 2007], 4, false]],
    ["a word of every buyer and an item", "q=buyer+cord", [[4000, 3999, 3998], COUNT_LIMIT, true]],
    [
      "a word of every buyer and an item, sorted",
      "q=buyer+thread&sort=quantity",
      [[4001, 4002, 4003], COUNT_LIMIT, true],
    ],
    ["one item from the middle of its quantities", "q=thread&sort=-quantity", [[8000, 7999, 7998], COUNT_LIMIT, true]],
    ["buyers of a mill and an item", "q=@loom+cord", [[240, 239, 238], 30, false]],
    ["buyers of a mill and an item, oldest first", "q=cord+@loom&sort=oldest", [[211, 212, 213], 30, false]],
    ["buyers of a mill and an item, by quantity", "q=cord+@loom&sort=quantity", [[211, 212, 213], 30, false]],
    ["buyers of a mill and an item, by e-mail", "q=cord+@loom&sort=email", [[211, 221, 222], 30, false]],
    ["buyers of a mill and an item, by a name all have", "q=weaver+cord&sort=-quantity", [[240, 239, 238], 30, false]],
    ["buyers of one of all mills and an item", "q=cord+@spin&sort=quantity", [[1, 3, 4], 29, false]],
    ["buyers who are not all of their mill, and an item", "q=cord+spinner&sort=quantity", [[3, 4, 5], 28, false]],
    ["buyers who are not all of their mill, oldest first", "q=cord+spinner&sort=oldest", [[3, 4, 5], 28, false]],
    ["buyers of a mill and an item to review", "q=cord+@spin&sort=quantity&state=in-review", [[1, 3, 5], 15, false]],
    ["buyers of a mill and an item that ended", "q=cord+@spin&state=cancelled", [[2], 1, false]],
    ["many orders of a mill's buyers and an item", "q=cord+@felt", [[8600, 8599, 8598], COUNT_LIMIT, true]],
    ["a buyer with all that one item lacks, and more than others lack", "q=ant+bee+reed", [[77], 1, false]],
    ["an item whose words others have, too", `q=${animals.join("+")}`, [[63], 1, false]],
    ["a number among words", "q=no.+42", [[42], 1, false]],
    ["a rare word and one that is nowhere", "q=astrid+velvet", [[], 0, false]],
  ])("finds %s", async (_, query, expected) => {
    expect(await found(query)).toEqual(expected);
  });
});

describe.each(["newest", "oldest"])("page after page, %s first,", (sort) => {
  it.each([
    ["few", "@loom+cord&limit=4", 7 * WEAVERS + 1, 8 * WEAVERS],
    ["many", "@felt+cord&limit=150", 2 * EACH + 1, 2 * EACH + FELTED],
  ])("finds %s orders of a mill's buyers for an item", async (_, query, least, most) => {
    const seen: number[] = [];
    for await (const response of eachPage(shop, `/allOrders?q=${query}&sort=${sort}`, admin)) {
      seen.push(...(await response.json()).map(({ orderQuantity }: { orderQuantity: number }) => orderQuantity));
    }
    const pieces = Array.from({ length: most - least + 1 }, (_, n) => least + n);
    expect(seen).toEqual(sort === "oldest" ? pieces : pieces.toReversed());
  });
});

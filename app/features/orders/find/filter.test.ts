import { sql } from "drizzle-orm";
import pg from "pg";
import { beforeAll, describe, expect, it } from "vitest";
import { type OrderStatus, states } from "#app/features/orders/facts.ts";
import { findStatuses, hasLeft, isEnded, isHistory } from "#app/features/orders/rules.ts";
import { orders } from "#app/features/orders/tables.server.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { buildTrim } from "#test/builders.ts";
import { call, eachPage, signedIn, type TestPerson } from "#test/people.ts";

let shop: TestApp;
let admin: TestPerson;
let buyers: TestPerson[];
let all: Row[];

type Row = OrderStatus & {
  number: number;
  day: string;
  wantedOn: string | null;
  line: string;
  email: string;
  item: string;
};

const lines = ["rivets", "threads", "buttons"] as const;
/** Every place an order can be at. */
const places = states.review.flatMap((review) =>
  states.shipping.flatMap((shipping) =>
    states.payment
      .map((payment) => ({ review, shipping, payment }))
      .filter(({ payment }) => {
        const isFirst = shipping === "pending" && payment === "pending";
        if (review === "accepted") return true;
        return review === "cancelled" ? !hasLeft({ shipping }) : isFirst;
      }),
  ),
);

beforeAll(async () => {
  shop = await startTestApp({ timeZone: "Europe/Stockholm" });
  admin = await signedIn(shop.db, { role: "admin" });
  buyers = [await signedIn(shop.db, { name: "Astrid" }), await signedIn(shop.db, { name: "Hiroto" })];
  const trims = await Promise.all(lines.map((line) => buildTrim(shop.db, { line, name: `Made of ${line}` })));
  const rows = places.flatMap((place, at) =>
    [0, 1, 2].map((copy) => {
      const trim = trims[(at + copy) % trims.length];
      const buyer = buyers[(at + copy) % 2];
      if (!trim || !buyer) throw new Error("nobody ordered nothing");
      // An hour before midnight in UTC is the next day in Stockholm.
      const at23 = new Date(Date.UTC(2026, 5, 1 + ((at * 3 + copy) % 20), 23)).toISOString();
      const id = `${Date.parse(at23).toString(16).padStart(12, "0")}7${String(at * 3 + copy).padStart(3, "0")}8${"0".repeat(15)}`;
      return {
        ...{ ...place, id, trimId: trim.id, userId: buyer.id, name: buyer.name, email: buyer.email, createdAt: at23 },
        ...{ productName: trim.name, orderQuantity: 2 + ((at * 7) % 5), unitPrice: "1", phone: "12345", address: "x" },
        shippedPieces: place.shipping === "partly-shipped" ? 1 : null,
        dueOn: place.payment === "pending" ? null : "2026-07-01",
        wantedOn: copy === 0 ? null : `2026-08-${10 + (at % 9)}`,
      };
    }),
  );
  const inserted = await shop.db.insert(orders).values(rows).returning();
  all = inserted.map((row) => ({
    ...row,
    item: row.productName,
    line: row.productName.replace("Made of ", ""),
    day: new Date(Date.parse(row.createdAt) + 2 * 60 * 60 * 1000).toISOString().slice(0, 10),
  }));
});

async function listed(as: TestPerson, path: string): Promise<{ numbers: number[]; total: number }> {
  const numbers: number[] = [];
  let total = 0;
  for await (const response of eachPage(shop, path, as)) {
    expect(response.status).toBe(200);
    numbers.push(...(await response.json()).map((order: { number: number }) => order.number));
    total = Number(response.headers.get("x-total-count"));
  }
  return { numbers, total };
}

const sorted = (numbers: number[]) => numbers.toSorted((a, b) => a - b);
const isAt = (state: string) => (row: Row) => [row.review, row.shipping, row.payment].includes(state as never);
const open = (row: Row) => !isEnded(row);

const questions: [query: string, isMeant: (row: Row) => boolean][] = [
  ["", open],
  ["state=in-review", isAt("in-review")],
  ["state=accepted&state=pending", (row) => row.review === "accepted" && row.shipping === "pending"],
  // As older links say it.
  ["state=in+review", isAt("in-review")],
  ["state=In+production&state=Packed", (row) => open(row) && ["in-production", "packed"].includes(row.shipping)],
  ["state=packed", (row) => open(row) && row.shipping === "packed"],
  [
    "state=packed&state=shipped&state=paid",
    (row) => open(row) && ["packed", "shipped"].includes(row.shipping) && row.payment === "paid",
  ],
  ["state=ended", isEnded],
  ["state=ended&state=paid", (row) => isEnded(row) && row.payment === "paid"],
  ["state=history", isHistory],
  ["state=open", (row) => !isHistory(row)],
  ["state=open&state=history", () => true],
  ["state=cancelled", isAt("cancelled")],
  ["from=2026-06-05&to=2026-06-07", (row) => open(row) && row.day >= "2026-06-05" && row.day <= "2026-06-07"],
  ["to=2026-06-04&state=delivered", (row) => open(row) && row.day <= "2026-06-04" && row.shipping === "delivered"],
  ["wantedFrom=2026-08-12&wantedTo=2026-08-13", (row) => open(row) && /08-1[23]/.test(row.wantedOn ?? "")],
  ["line=rivets", (row) => open(row) && row.line === "rivets"],
  ["line=threads&state=ended", (row) => isEnded(row) && row.line === "threads"],
  ["q=rivets&state=history", (row) => isHistory(row) && row.line === "rivets"],
  ["q=astrid+threads", (row) => open(row) && row.line === "threads" && row.email === buyers[0]?.email],
  [
    "q=hiroto&state=packed&from=2026-06-03",
    (row) => open(row) && row.shipping === "packed" && row.email === buyers[1]?.email && row.day >= "2026-06-03",
  ],
  ["sheet=01980000-0000-7000-8000-000000000000", () => false],
];

describe("the filters of orders", () => {
  it.each(questions)("?%s finds all it should and nothing else, whatever the sorting", async (query, isMeant) => {
    const meant = sorted(all.filter(isMeant).map(({ number }) => number));
    for (const sort of ["newest", "oldest", "email", "-item", "quantity"]) {
      const found = await listed(admin, `/allOrders?limit=7&sort=${sort}&${query}`);
      expect(sorted(found.numbers)).toEqual(meant);
      expect(found.total).toBe(meant.length);
    }
    const [buyer] = buyers;
    if (!buyer) throw new Error("no buyer");
    const own = sorted(all.filter((row) => isMeant(row) && row.email === buyer.email).map(({ number }) => number));
    const found = await listed(buyer, `/orders?email=${buyer.email}&limit=7&${query}`);
    expect({ ...found, numbers: sorted(found.numbers) }).toEqual({ numbers: own, total: own.length });
  });

  it("keep the order of the sorting from page to page", async () => {
    const { numbers } = await listed(admin, "/allOrders?limit=5&sort=newest&state=open");
    const ids = new Map((await shop.db.select().from(orders)).map(({ number, id }) => [number, id]));
    const read = numbers.map((number) => ids.get(number) ?? "");
    expect(read).toEqual(read.toSorted().toReversed());
  });

  it.each([
    ...["state=", "state=Lost", "from=yesterday", "to=2026-02-30", "line=hats", "sheet=S-1"],
    ...["from=0000-01-01", "to=0000-12-31", "wantedFrom=0001-01-01", "wantedTo=1899-12-31", "to=10000-01-01"],
  ])("refuse ?%s with 400", async (query) => {
    expect((await call(shop, `GET /allOrders?${query}`, { as: admin })).status).toBe(400);
  });

  it("take every day of the years 1900 to 9999", async () => {
    const { total } = await listed(
      admin,
      "/allOrders?limit=1000&state=open&state=history&from=1900-01-01&to=9999-12-31",
    );
    expect(total).toBe(all.length);
  });

  it("find an order by its written number", async () => {
    const number = all.find(open)?.number ?? 0;
    for (const q of [`No. ${number}`, `no.${number}`, `Order No. ${number}`, `#${number}`]) {
      expect((await listed(admin, `/allOrders?q=${encodeURIComponent(q)}`)).numbers).toContain(number);
    }
  });

  it("go for the CSV too, which has its new columns at the end", async () => {
    const response = await call(shop, "GET /allOrders.csv?state=declined", { as: admin });
    const [head = "", ...rows] = (await response.text()).trim().split("\r\n");
    expect(head).toMatch(/"Total","Id","Review","Shipping","Payment","Due",.*"Wanted",/);
    expect(rows).toHaveLength(3);
    for (const row of rows) expect(row).toContain('"declined","Pending","Pending",,,,,');
  });
});

describe("the statements of a call", () => {
  /** A statement outside a transaction takes a connection for itself. */
  async function countStatements(path: string): Promise<number> {
    const pool = "$client" in shop.db ? shop.db.$client : undefined;
    if (!(pool instanceof pg.Pool)) throw new Error("no pool");
    let count = 0;
    const add = () => count++;
    pool.on("acquire", add);
    expect((await call(shop, `GET ${path}`, { as: admin })).status).toBe(200);
    pool.off("acquire", add);
    return count;
  }

  // The token, the sheets that a search names, whether its words are anywhere, what the list is built from, its rows and its count.
  it.each([
    ["/allOrders", 3],
    ["/allOrders?state=open", 3],
    ["/allOrders?state=in-review&sort=quantity", 3],
    ["/allOrders?line=rivets&from=2026-06-01", 3],
    ["/allOrders?q=rivets&state=packed", 6],
    ["/orderCounts", 2],
    ["/orders/1", 7],
  ])("of GET %s are at most %i, whether it answers one order or all", async (path, most) => {
    const join = path.includes("?") ? "&" : "?";
    const paths = path.startsWith("/allOrders") ? [`${path}${join}limit=1`, `${path}${join}limit=1000`] : [path];
    for (const one of paths) expect(await countStatements(one)).toBeLessThanOrEqual(most);
  });
});

describe("GET /orderCounts", () => {
  it("counts all orders for an admin and one's own for a buyer, by where they stand", async () => {
    const [buyer] = buyers;
    for (const [as, path, rows] of [
      [admin, "/orderCounts", all],
      [buyer, `/orderCounts?email=${buyer?.email}`, all.filter(({ email }) => email === buyer?.email)],
    ] as const) {
      const counts: (OrderStatus & { count: number })[] = await (
        await call(shop, `GET ${path}`, as ? { as } : {})
      ).json();
      for (const status of findStatuses(["open", "history"])) {
        const key = [status.review, status.shipping, status.payment].join();
        const count = counts.find((one) => [one.review, one.shipping, one.payment].join() === key)?.count ?? 0;
        const meant = rows.filter((row) => [row.review, row.shipping, row.payment].join() === key);
        expect(count).toBe(meant.length);
      }
    }
  });

  it("refuses a buyer the counts of all, and anybody those of another", async () => {
    const [buyer, other] = buyers;
    for (const path of ["/orderCounts", `/orderCounts?email=${other?.email}`]) {
      expect((await call(shop, `GET ${path}`, buyer ? { as: buyer } : {})).status).toBe(403);
    }
    expect((await call(shop, `GET /orderCounts?email=${other?.email}`, { as: admin })).status).toBe(403);
  });

  it("follows the rows, whoever changes them", async () => {
    await shop.db.execute(sql`update orders set review = 'accepted' where review = 'in-review'`);
    const { rows } = await shop.db.execute(sql`
      select review, shipping, payment, count(*)::int as count from orders group by 1, 2, 3 order by 1, 2, 3`);
    expect(await (await call(shop, "GET /orderCounts", { as: admin })).json()).toEqual(rows);
  });
});

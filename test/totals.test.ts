import { sql } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import { recordAction } from "#app/features/audit/queries.server.ts";
import { trimActions } from "#app/features/trims/audit-actions.server.ts";
import { inTransaction } from "#app/platform/db/client.server.ts";
import { startTestApp, type TestApp } from "./app.ts";
import { buildTrim } from "./builders.ts";
import { call, signedIn, type TestPerson } from "./people.ts";

let shop: TestApp;
let admin: TestPerson;

beforeAll(async () => {
  shop = await startTestApp();
  admin = await signedIn(shop.db, { role: "admin" });
});

const addReview = () =>
  shop.db.execute(sql`
    insert into reviews (id, name, email, review, ratings, img)
    values (gen_random_uuid(), 'Ada', 'ada@denim.example', 'Sits flat.', 5, '')`);
const addSheet = () =>
  shop.db.execute(sql`
    insert into order_sheets (id, user_id, name, email, phone, address, lines, pieces, total)
    values (gen_random_uuid(), gen_random_uuid(), 'Ada', 'ada@denim.example', '12345', 'Umeå', 1, 100, 6.2)`);
const addAct = () =>
  inTransaction(shop.db, (tx) =>
    recordAction(
      tx,
      { who: admin, from: { address: null, userAgent: null } },
      {
        ...{ action: trimActions.change, object: "Rivet", objectId: admin.id },
      },
    ),
  );

it.each([
  { list: "/trims", add: () => buildTrim(shop.db) },
  { list: "/trims/low", add: () => buildTrim(shop.db, { quantity: 0 }) },
  { list: "/reviews", add: addReview },
  { list: "/allReviews", add: addReview },
  { list: "/profiles", add: () => signedIn(shop.db) },
  { list: "/audit", add: addAct },
  { list: "/orderSheets", add: addSheet },
])("a page of $list has as many rows as its total says, whatever is added meanwhile", async ({ list, add }) => {
  let isAdding = true;
  const adding = Array.from({ length: 3 }, async () => {
    for (let count = 0; isAdding && count < 200; count++) await add();
  });
  const seen: { rows: number; total: number }[] = [];
  for (let round = 0; round < 30; round++) {
    const answers = await Promise.all([1, 2, 3].map(() => call(shop, `GET ${list}?limit=1000`, { as: admin })));
    for (const answer of answers) {
      const rows = await answer.json();
      seen.push({ rows: rows.length, total: Number(answer.headers.get("x-total-count")) });
    }
  }
  isAdding = false;
  await Promise.all(adding);
  expect(seen.filter(({ rows, total }) => rows !== total)).toEqual([]);
  expect(new Set(seen.map(({ total }) => total)).size).toBeGreaterThan(1);
});

import { eq, sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { users } from "#app/features/identity/tables.server.ts";
import { orders } from "#app/features/orders/tables.server.ts";
import { startTestApp } from "#test/app.ts";
import { buildTrim, newOrder } from "#test/builders.ts";
import { call, signedIn } from "#test/people.ts";

it("of an admin who is none any more end with the order under way", async () => {
  const shop = await startTestApp();
  const [buyer, admin] = [await signedIn(shop.db), await signedIn(shop.db, { role: "admin" })];
  const trim = await buildTrim(shop.db);
  const ids: string[] = [];
  for (let count = 0; count < 4; count++) {
    const placed = await call(shop, "POST /orders", { as: buyer, body: newOrder(buyer, trim) });
    ids.push((await placed.json()).insertedId);
  }
  const [, second = ""] = ids;
  const body = { ids, track: "review", from: "in-review", to: "accepted" };
  let moving: Promise<Response> | undefined;
  await shop.db.transaction(async (tx) => {
    await tx.select().from(orders).where(eq(orders.id, second)).for("update");
    moving = Promise.resolve(call(shop, "POST /orderMoves", { as: admin, body }));
    const waiting = sql`
      select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
    await expect.poll(async () => (await shop.db.execute(waiting)).rows.length, { interval: 5 }).toBe(1);
    await shop.db.update(users).set({ role: "buyer" }).where(eq(users.id, admin.id));
  });
  const answers: { ok: boolean; code?: string }[] = await (await moving)?.json();
  expect(answers.map(({ ok, code }) => code ?? ok)).toEqual([true, true, "not-allowed", "not-allowed"]);
  const accepted = await shop.db.select({ id: orders.id }).from(orders).where(eq(orders.review, "accepted"));
  expect(accepted.map(({ id }) => id).toSorted()).toEqual(ids.slice(0, 2).toSorted());
});

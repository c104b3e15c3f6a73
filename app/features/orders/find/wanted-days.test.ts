import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { orders } from "#app/features/orders/tables.server.ts";
import { startTestApp } from "#test/app.ts";
import { buildTrim } from "#test/builders.ts";
import { listOrders } from "./list.server.ts";

it("orders are found on the last of some days, though one of them begins at one in the time zone of the database", async () => {
  const { db } = await startTestApp();
  const trim = await buildTrim(db);
  const about = { name: "Astrid", email: "astrid@mill.example", phone: "12345", address: "x", userId: null };
  const days = ["2018-11-01", "2018-11-04", "2018-11-06"];
  const rows = [...days, null].map((wantedOn, at) => ({
    ...{ ...about, wantedOn, id: `0198000${at}-0000-7000-8000-000000000000`, trimId: trim.id },
    ...{ productName: trim.name, orderQuantity: 1, unitPrice: "1" },
  }));
  await db.insert(orders).values(rows);
  await db.transaction(async (tx) => {
    // In that time zone, the fourth had no midnight.
    await tx.execute(sql`set local timezone = 'America/Sao_Paulo'`);
    const filter = { wanted: { from: days[0], to: days[2] } };
    const part = { sort: "oldest", rows: 10, after: undefined } as const;
    const found = await listOrders(tx, filter, part);
    expect(found.rows.map(({ wantedOn }) => wantedOn)).toEqual(days);
    const since = await listOrders(tx, { wanted: { from: days[1] } }, part);
    expect(since.rows.map(({ wantedOn }) => wantedOn)).toEqual(days.slice(1));
  });
});

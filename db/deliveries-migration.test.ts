import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { id } from "#app/contract/id.ts";
import { migrateDatabase } from "#app/platform/db/migrate.server.ts";
import { createDatabase } from "#test/database.ts";
import { migrateUntil } from "#test/migrations.ts";

it("what shipped before deliveries were recorded is deliveries afterwards, whose ids the API knows", async () => {
  const { db, connection, drop } = await createDatabase({ empty: true });
  await migrateUntil(db, "ship-orders-in-parts");
  await db.execute(sql`
    insert into orders (id, user_id, name, email, phone, address, product_name, order_quantity, unit_price, review,
      shipping, tracking_number)
    select gen_random_uuid(), gen_random_uuid(), 'Elif', n || '@mill.example', '1', 'x', 'Rivet', n, 1, 'accepted',
      'shipped', 'JD' || n
    from generate_series(1, 60) n`);
  await db.execute(sql`
    insert into order_events (id, order_id, kind, track, from_state, to_state, actor_id, actor_role)
    select gen_random_uuid(), id, 'move', 'shipping', 'packed', 'shipped', gen_random_uuid(), 'admin' from orders`);
  await migrateDatabase(connection);
  const { rows } = await db.execute<{ id: string; pieces: number; order_quantity: number }>(sql`
    select d.id, l.pieces, o.order_quantity from orders o join delivery_lines l on l.order_id = o.id
    join deliveries d on d.id = l.delivery_id`);
  expect(rows).toHaveLength(60);
  for (const row of rows) {
    expect(id.safeParse(row.id).success, row.id).toBe(true);
    expect(row.pieces).toBe(row.order_quantity);
  }
  await drop();
});

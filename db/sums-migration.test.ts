import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { newId } from "#app/platform/db/columns.server.ts";
import { migrateDatabase } from "#app/platform/db/migrate.server.ts";
import { createDatabase } from "#test/database.ts";
import { migrateUntil } from "#test/migrations.ts";
import { buyerId, countPlainly, readSums } from "#test/sums.ts";

it("a shop that kept its sums by triggers has them in views afterwards, with all orders and the notes about buyers", async () => {
  const { db, connection, drop } = await createDatabase({ empty: true });
  await migrateUntil(db, "drop-kept-sums");
  await db.execute(sql`
    insert into trims (id, number, name, line, description, price, moq, quantity, img, alt)
    select gen_random_uuid(), n, 'Trim ' || n, case when n % 3 = 0 then 'rivets' when n % 3 = 1 then 'buttons' end, '',
      1, 1, 1000000, '/a.webp', '' from generate_series(1, 20) n`);
  await db.execute(sql`
    insert into orders (id, user_id, trim_id, name, email, phone, address, product_name, order_quantity, unit_price,
      created_at, review, payment, due_on)
    select gen_random_uuid(), ('00000000-0000-7000-8000-' || lpad((n % 50)::text, 12, '0'))::uuid, t.id,
      'Buyer ' || n % 50, 'buyer' || n % 50 || '@mill.example', '12345', 'x', t.name, 1 + n % 777, 0.0345,
      now() - n * interval '1 day', case n % 7 when 0 then 'declined' when 1 then 'in review' else 'accepted' end,
      case when n % 7 = 2 then 'Invoiced' else 'Pending' end, case when n % 7 = 2 then '2026-01-01'::date + n end
    from generate_series(1, 500) n join trims t on t.number = 1 + n % 20`);
  const [note, author] = [newId(), newId()];
  await db.execute(sql`insert into buyer_notes (id, buyer_id, author_id, note)
    values (${note}, ${buyerId(7)}, ${author}, 'Pays late')`);
  const readOrders = () =>
    db.execute(sql`select id, user_id, trim_id, order_quantity, total, created_at, due_on from orders order by id`);
  const { rows: before } = await readOrders();
  await migrateDatabase(connection);
  // How often each trim was ordered follows with the first count.
  const views = (lines: string[]) => lines.filter((line) => !line.startsWith("trim "));
  expect(views(await readSums(db))).toEqual(views(await countPlainly(db)));
  expect((await readOrders()).rows).toEqual(before);
  const { rows } = await db.execute(sql`select id, note from buyer_notes`);
  expect(rows).toEqual([{ id: note, note: "Pays late" }]);
  await drop();
});

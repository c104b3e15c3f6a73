// The limit of what Node.js and PostgreSQL can do with orders: `node:http` and `pg` in a process of their own, which
// write the rows that an order writes, and check nothing.
import { fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import pg from "pg";
import type { Target } from "./scenario.ts";

const CONNECTIONS = 10;

/** What an order writes in a shop without limits. */
const WRITE = `
  with taken as (
    update trims set quantity = quantity - $5::int where id = $1 and removed_at is null and moq <= $5::int and quantity >= $5::int
    returning id, name, price
  ), placed as (
    insert into orders (id, user_id, trim_id, name, email, phone, address, product_name, order_quantity, unit_price)
    select $2, users.id, taken.id, users.name, users.email, $6, $7, taken.name, $5::int, price from taken, users
    where users.email = $3 returning id, user_id
  ), happened as (
    insert into order_events (id, order_id, kind, actor_id, actor_role)
    select $8, id, 'placed', user_id, 'buyer' from placed
  ), pending as (
    insert into pending_order_notifications (order_id, is_verified) select id, false from placed
  )
  insert into idempotency_keys (owner, key, fingerprint, answer)
    select user_id, $4, $4, jsonb_build_object('acknowledged', true, 'insertedId', id) from placed`;

type Sent = { email: string; phone: string; address: string; orderQuantity: number; trimId: string };

/** Opens the server, which answers every request as `POST /orders`. `close` ends it. */
export async function openBareOrders(connection: pg.ClientConfig): Promise<Target & { close(): void }> {
  const child = fork(import.meta.filename);
  child.send(connection);
  const [port] = await once(child, "message");
  return { url: `http://localhost:${port}`, pid: child.pid ?? 0, close: () => child.kill() };
}

if (process.send && process.argv[1] === import.meta.filename) {
  const [connection] = await once(process, "message");
  const pool = new pg.Pool({ ...connection, max: CONNECTIONS });
  const server = createServer(async (request, response) => {
    const sent = (await json(request)) as Sent;
    const insertedId = randomUUID();
    const { trimId, email, orderQuantity, phone, address } = sent;
    const key = request.headers["idempotency-key"];
    const values = [trimId, insertedId, email, key, orderQuantity, phone, address, randomUUID()];
    const { rowCount } = await pool.query({ name: "bare_order", text: WRITE, values });
    response.writeHead(rowCount === 1 ? 200 : 500, { "content-type": "application/json" });
    response.end(JSON.stringify({ acknowledged: true, insertedId }));
  }).listen(0, "localhost");
  await once(server, "listening");
  process.send((server.address() as AddressInfo).port);
}

import { eq, sql } from "drizzle-orm";
import { heldPieces } from "#app/features/orders/deliveries/pieces.server.ts";
import { orderEvents } from "#app/features/orders/status/tables.server.ts";
import { orders } from "#app/features/orders/tables.server.ts";
import { stockMovements } from "#app/features/trims/tables.server.ts";
import type { Db } from "#app/platform/db/client.server.ts";

const MOVEMENTS_SHOWN = 200;

export type Movement = {
  _id: string;
  at: string;
  email: string | null;
  delta: number;
  why: string;
  orderNumber: number | null;
  balance: number;
};

/**
 * The latest movements of a trim's stock, newest first, each with what was left after it: by hand and import, and by
 * orders, which take pieces when they are placed, take or give back the difference when they are changed, give them back
 * when they end, and take them again when that is undone; what was delivered more or
 * less than ordered is a movement of its own.
 */
export async function listMovements(db: Db, trimId: string): Promise<Movement[]> {
  const ended = sql`('declined', 'cancelled')`;
  const { rows } = await db.execute<Movement>(sql`
    with own as materialized (
      select ${orders.id}, ${orders.number}, ${orders.orderQuantity} as pieces, ${orders.createdAt},
        ${heldPieces()} as held from ${orders}
      where ${eq(orders.trimId, trimId)} and ${orders.review} in ('in-review', 'accepted')
      union all
      select ${orders.id}, ${orders.number}, ${orders.orderQuantity}, ${orders.createdAt}, ${orders.orderQuantity} from ${orders}
      where ${eq(orders.trimId, trimId)} and ${orders.review} in ${ended}
    ), changed as (
      select event.id, event.order_id, event.seq, event.created_at, own.number,
        (change->'after'->>'orderQuantity')::int - (change->'before'->>'orderQuantity')::int as more
      from own join ${orderEvents} event on event.order_id = own.id
      where event.kind = 'changed' and change->'after' ? 'orderQuantity'
    ), moved as (
      select ${stockMovements.id} as id, ${stockMovements.createdAt} as at, ${stockMovements.email} as email,
        ${stockMovements.delta} as delta, ${stockMovements.why} as why, null::int as number
      from ${stockMovements} where ${eq(stockMovements.trimId, trimId)}
      union all
      select own.id, own.created_at, null,
        coalesce((select sum(more) from changed where order_id = own.id), 0)::int - own.pieces, 'ordered', own.number
      from own
      union all
      select id, created_at, null, -more, 'changed', number from changed
      union all
      select event.id, event.created_at, null,
        case when event.to_state in ${ended} then held.pieces else -held.pieces end,
        case when event.to_state in ${ended} then event.to_state else 'taken again' end, own.number
      from own join ${orderEvents} event on event.order_id = own.id
      cross join lateral (
        select own.pieces - coalesce(sum(more), 0)::int as pieces from changed
        where changed.order_id = own.id and changed.seq > event.seq
      ) held
      where event.track = 'review' and (event.to_state in ${ended}) <> (event.from_state in ${ended})
      union all
      select event.id, event.created_at, null, own.pieces - own.held,
        case when own.held < own.pieces then 'closed short' else 'delivered more' end, own.number
      from own, lateral (
        select id, created_at from ${orderEvents}
        where order_id = own.id and kind = 'move' and to_state = 'shipped' order by seq desc limit 1
      ) as event
      where own.held <> own.pieces
    )
    select id as "_id", to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, email, delta, why,
      number as "orderNumber", (sum(delta) over (order by at, id))::int as balance
    from moved order by at desc, id desc limit ${MOVEMENTS_SHOWN}`);
  return rows;
}

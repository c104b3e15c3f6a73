import { sql } from "drizzle-orm";
import { type orderInput, placeOrder } from "#app/features/orders/changes.contract.ts";
import { findNamedTrims } from "#app/features/trims/queries.server.ts";
import type { Db } from "#app/platform/db/client.server.ts";
import { isLockedOut, sqlState } from "#app/platform/db/client.server.ts";
import { newId } from "#app/platform/db/columns.server.ts";
import { prepared } from "#app/platform/db/statements.server.ts";
import type { Person } from "#app/platform/http/handler.server.ts";
import { fingerprintOf, turnOf } from "#app/platform/http/idempotency.server.ts";
import type { Count } from "#app/platform/http/limits.server.ts";
import { runOutsideRequests } from "#app/platform/request-context.server.ts";

/** The most orders that one statement decides. */
const MOST = 50;

/** An order as it was sent. */
export type Asked = {
  who: Person;
  input: typeof orderInput._output;
  /** The `Idempotency-Key`, if there is one. */
  key: string | undefined;
  /** The limits it counts against. */
  counts: readonly Count[];
};

/** The answer to an order, and the trim that its pieces were taken from. */
type Placed = { answer: { acknowledged: true; insertedId: string }; trimId: string };
type Waiting = Asked & { db: Db; settle: (placed: Placed | undefined) => void; fail: (error: unknown) => void };

/**
 * Places orders that arrive while others are being placed together with them: one statement, one commit. Each gets its
 * own answer: undefined if there is an obstacle, and then nothing at all has happened; placing the order alone finds
 * out what the obstacle is, and whether it is still there. A statement that fails has placed none.
 * @throws what the database throws when nobody knows whether the orders were placed
 */
export function createTogether(): { place(db: Db, asked: Asked): Promise<Placed | undefined> } {
  let waiting: Waiting[] = [];
  let isAtWork = false;

  async function work(): Promise<void> {
    while (waiting.length > 0) {
      const some = waiting.slice(0, MOST);
      waiting = waiting.slice(MOST);
      // Answered once the next call is on its way, so that the database need not wait for the answers.
      setImmediate(await placeAll(some));
    }
    isAtWork = false;
  }

  return {
    place(db, asked) {
      return new Promise((settle, fail) => {
        waiting.push({ ...asked, db, settle, fail });
        if (isAtWork) return;
        isAtWork = true;
        // Requests that the sockets have ready join in.
        runOutsideRequests(() => setImmediate(work));
      });
    },
  };
}

/** Returns what answers them. */
async function placeAll(asked: readonly Waiting[]): Promise<() => void> {
  const [first] = asked;
  if (!first) return () => {};
  try {
    const rows = await toRows(first.db, asked);
    const done = await askFor(first.db, rows);
    return () =>
      asked.forEach(({ settle }, at) => {
        const { answer, trimId } = rows[at] ?? {};
        settle(done.has(at) && answer && trimId ? { answer, trimId } : undefined);
      });
  } catch (error) {
    return () => {
      for (const { settle, fail } of asked) isRolledBack(error) ? settle(undefined) : fail(error);
    };
  }
}

/**
 * Calls `place_orders`, and once more if a lock was in the way: on a busy machine it is probably gone by then. Placed
 * alone, each order would keep the others waiting for several round trips.
 */
async function askFor(db: Db, rows: Awaited<ReturnType<typeof toRows>>): Promise<Set<number>> {
  const call = () => placeOrders(db, { asked: JSON.stringify(rows) });
  const placed = await call().catch((error: unknown) => {
    if (!isLockedOut(error)) throw error;
    return call();
  });
  return new Set(placed.map(({ at }) => at));
}

const placeOrders = prepared("place_orders", (db) =>
  db.select({ at: sql<number>`at` }).from(sql`place_orders(${sql.placeholder("asked")}::jsonb) as at`),
);

/** The input of `place_orders`. An order without a trim id is for the trim of that name. */
async function toRows(db: Db, asked: readonly Waiting[]) {
  const byNameAlone = asked.filter(({ input }) => input.trimId === undefined);
  const named =
    byNameAlone.length > 0
      ? await findNamedTrims(
          db,
          byNameAlone.map(({ input }) => ({ number: undefined, name: input.productName })),
        )
      : [];
  const byName = new Map(named.map((trim) => [trim.name.toLowerCase(), trim]));
  return asked.map((each, at) => {
    const { trimId, productName } = each.input;
    const found = trimId === undefined ? byName.get(productName.toLowerCase()) : undefined;
    return toRow(each, at, found ?? { _id: trimId, name: productName });
  });
}

function toRow({ who, input, key, counts }: Waiting, at: number, trim: { _id: string | undefined; name: string }) {
  const orderId = newId();
  const answer: Placed["answer"] = { acknowledged: true, insertedId: orderId };
  return {
    ...{ at, orderId, eventId: newId() },
    ...{ userId: who.id, name: who.name, email: who.email, isVerified: who.isVerified },
    ...{ role: who.isAdmin ? "admin" : "buyer", phone: input.phone, address: input.address },
    ...{ trimId: trim._id, product: trim.name, pieces: input.orderQuantity, seen: input.unitPrice },
    ...(key === undefined ? {} : { key, turn: turnOf(who.id, key), fingerprint: fingerprintOf(placeOrder, input) }),
    ...{ answer, counts },
  };
}

/** The server refused and goes on, so it has undone the statement. After a lost connection nobody knows. */
function isRolledBack(error: unknown): boolean {
  const code = sqlState(error);
  return code !== undefined && /^(?!08|57P)[0-9][0-9A-Z]{4}$/.test(code);
}

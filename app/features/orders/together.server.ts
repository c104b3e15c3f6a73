import { sql } from "drizzle-orm";
import type { Db } from "#app/platform/db/client.server.ts";
import { sqlState } from "#app/platform/db/client.server.ts";
import { newId } from "#app/platform/db/columns.server.ts";
import type { Person } from "#app/platform/http/handler.server.ts";
import { fingerprintOf, turnOf } from "#app/platform/http/idempotency.server.ts";
import type { Count } from "#app/platform/http/limits.server.ts";
import { runOutsideRequests } from "#app/platform/request-context.server.ts";
import type { orderInput } from "./changes.contract.ts";

/** The most orders that one statement decides. */
const MOST = 50;

/** An order as it was sent. */
export type Asked = {
  who: Person;
  input: typeof orderInput._output;
  /** The `Idempotency-Key`, if there is one. */
  key: string | undefined;
  /** What it counts against. */
  counts: readonly Count[];
};

type Placed = { acknowledged: true; insertedId: string };
type Waiting = Asked & { db: Db; settle: (placed: Placed | undefined) => void; fail: (error: unknown) => void };

/**
 * Places orders that arrive while others are being placed together with them: one statement, one commit. Each has an
 * answer of its own: undefined when something stands against it, and then nothing at all has happened; what that is,
 * and whether it still stands, is for the way that places one order alone. A statement that fails has placed none.
 * @throws what the database throws when it is open whether the orders were placed
 */
export function createTogether(): { place(db: Db, asked: Asked): Promise<Placed | undefined> } {
  let waiting: Waiting[] = [];
  let isAtWork = false;

  async function work(): Promise<void> {
    while (waiting.length > 0) {
      const some = waiting.slice(0, MOST);
      waiting = waiting.slice(MOST);
      await placeAll(some);
    }
    isAtWork = false;
  }

  return {
    async place(db, asked) {
      // By name alone it may be any trim: letters in capitals name it too.
      if (asked.input.trimId === undefined) return undefined;
      return new Promise((settle, fail) => {
        waiting.push({ ...asked, db, settle, fail });
        if (isAtWork) return;
        isAtWork = true;
        // What the sockets have ready comes along.
        runOutsideRequests(() => setImmediate(work));
      });
    },
  };
}

async function placeAll(asked: readonly Waiting[]): Promise<void> {
  const [first] = asked;
  if (!first) return;
  const rows = asked.map(toRow);
  try {
    const { rows: placed } = await first.db.execute<{ at: number }>(
      sql`select at from place_orders(${JSON.stringify(rows)}::jsonb) as at`,
    );
    const done = new Set(placed.map(({ at }) => at));
    asked.forEach(({ settle }, at) => {
      settle(done.has(at) ? rows[at]?.answer : undefined);
    });
  } catch (error) {
    for (const { settle, fail } of asked) isRolledBack(error) ? settle(undefined) : fail(error);
  }
}

function toRow({ who, input, key, counts }: Waiting, at: number) {
  const orderId = newId();
  const answer: Placed = { acknowledged: true, insertedId: orderId };
  return {
    ...{ at, orderId, eventId: newId() },
    ...{ userId: who.id, name: who.name, email: who.email, isVerified: who.isVerified },
    ...{ role: who.isAdmin ? "admin" : "buyer", phone: input.phone, address: input.address },
    ...{ trimId: input.trimId, product: input.productName, pieces: input.orderQuantity, seen: input.unitPrice },
    ...(key === undefined ? {} : { key, turn: turnOf(who.id, key), fingerprint: fingerprintOf(input) }),
    ...{ answer, counts },
  };
}

/** The server said no, and goes on: it has undone the statement. A lost connection leaves that open. */
function isRolledBack(error: unknown): boolean {
  const code = sqlState(error);
  return code !== undefined && /^(?!08|57P)[0-9][0-9A-Z]{4}$/.test(code);
}

import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { logInAsBuyer } from "./shop-process.ts";

// Orders without pause while something breaks, and the account of them that must balance afterwards.

const BREATH_MS = 20;

/** What came back for an order under this key. The status is 0 where the answer was cut off, or nobody listened. */
type Answer = { key: string; status: number; insertedId: string | undefined; retryAfter: string | null };

/** Asks the shop's database, past the shop. */
export type Query = <Row extends pg.QueryResultRow>(statement: string) => Promise<Row[]>;

/** `await using` stops them, however the run ends. */
export type Buyers = AsyncDisposable & {
  answers: readonly Answer[];
  /** The acknowledged ones. */
  placed: () => Answer[];
  stop: () => Promise<void>;
};

/**
 * Buyers who order one thing after the other until they are told to stop, each order under a key of its own. Patient
 * ones send an order that got no answer, or 503, again under its key; others end with the first answer that is cut off.
 * They rest for `restMs` after each order.
 */
export async function startBuyers(
  url: string,
  { count, isPatient = false, restMs = 0 }: { count: number; isPatient?: boolean; restMs?: number },
): Promise<Buyers> {
  let buyer = await logInAsBuyer(url);
  const trims: { name: string; moq: number }[] = await (await fetch(`${url}/api/trims`)).json();
  const answers: Answer[] = [];
  let isOver = false;
  let next = 0;

  async function order(key: string, trim: { name: string; moq: number } | undefined): Promise<Answer> {
    const { token, name, email } = buyer;
    const body = { name, email, phone: "12345", address: "x", productName: trim?.name, orderQuantity: trim?.moq };
    const response = await fetch(`${url}/api/orders`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${token}`, "idempotency-key": key },
      body: JSON.stringify(body),
    }).catch(() => undefined);
    const said = await response?.json().catch(() => undefined);
    // Without its body, nothing was acknowledged.
    if (!response || !said) return { key, status: 0, insertedId: undefined, retryAfter: null };
    return {
      key,
      status: response.status,
      insertedId: said.insertedId,
      retryAfter: response.headers.get("retry-after"),
    };
  }

  async function buy(): Promise<void> {
    while (!isOver) {
      const [key, trim] = [randomUUID(), trims[next++ % trims.length]];
      for (let isAnswered = false; !isAnswered && !isOver; ) {
        const answer = await order(key, trim);
        if (answer.status === 401) {
          // Access tokens end after a quarter of an hour.
          buyer = await logInAsBuyer(url).catch(() => buyer);
          continue;
        }
        answers.push(answer);
        isAnswered = answer.status !== 0 && answer.status !== 503;
        if (isAnswered && restMs > 0) await pause(restMs);
        if (isAnswered) continue;
        if (isPatient) await pause(BREATH_MS);
        else if (answer.status === 0) return;
        else isAnswered = true;
      }
    }
  }

  const bought = Promise.all(Array.from({ length: count }, buy));
  const stop = async () => {
    isOver = true;
    await bought;
  };
  return { answers, placed: () => answers.filter(({ status }) => status === 200), stop, [Symbol.asyncDispose]: stop };
}

/** Enough of every trim for any load, and of one of them so few that buyers sell it out. */
export async function stockUp(query: Query): Promise<void> {
  await query("update trims set quantity = 100000000");
  await query("update trims set quantity = moq * 20 where id = (select id from trims order by number limit 1)");
}

/** How much was ever put in of each trim, by its row and its orders: ordering never changes it. */
export async function readPutIn(query: Query): Promise<Map<string, number>> {
  const rows = await query<{ id: string; putIn: string }>(
    `select trims.id, trims.quantity + coalesce(sum(order_quantity), 0) as "putIn" from trims
     left join orders on trim_id = trims.id and review not in ('declined', 'cancelled') group by trims.id, trims.quantity`,
  );
  return new Map(rows.map(({ id, putIn }) => [id, Number(putIn)]));
}

/**
 * What is wrong in the end: acknowledged orders that are missing, keys or orders that were answered or written twice,
 * trims whose pieces do not add up to what there was before, trims sold below zero, and answers that nobody should get.
 */
export async function findWrongs(query: Query, putIn: ReadonlyMap<string, number>, { answers, placed }: Buyers) {
  const stored = new Set((await query<{ id: string }>("select id from orders")).map(({ id }) => id));
  const lost = placed().filter(({ insertedId }) => !stored.has(insertedId ?? ""));
  const byKey = Map.groupBy(placed(), ({ key }) => key);
  const twice = [...byKey].filter(([, all]) => new Set(all.map(({ insertedId }) => insertedId)).size > 1);
  const doubled = await query(
    "select answer from idempotency_keys where answer ? 'insertedId' group by answer having count(*) > 1",
  );
  const keyless = await query(
    "select id from orders where id::text not in (select answer->>'insertedId' from idempotency_keys where answer ? 'insertedId')",
  );
  const now = await readPutIn(query);
  const moved = [...putIn].filter(([id, pieces]) => now.get(id) !== pieces);
  const oversold = await query("select id from trims where quantity < 0");
  const refused = answers.filter(
    ({ status, retryAfter }) => ![0, 200, 409].includes(status) && !(status === 503 && retryAfter !== null),
  );
  return { lost, doubled: [...twice, ...doubled, ...keyless], moved, oversold, refused };
}

/**
 * Whether all mails of orders and sheets are written and sent, or given up. One statement asks for both, because mails
 * that are written meanwhile would else be in neither answer.
 */
export async function areMailsSent(query: Query): Promise<boolean> {
  const [left] =
    await query(`select from pending_order_notifications union all select from pending_sheet_notifications union all select from pending_move_mails
    union all select from pgboss.job where name = 'mails' and state < 'completed' limit 1`);
  return left === undefined;
}

/** The figures of a run. */
export function tell({ answers, placed }: Pick<Buyers, "answers" | "placed">): string {
  const refused = answers.filter(({ status }) => status === 503).length;
  const cut = answers.filter(({ status }) => status === 0).length;
  const keys = new Set(placed().map(({ key }) => key)).size;
  return `${keys} orders acknowledged, ${refused} answers 503, ${cut} cut off`;
}

export const noWrongs = { lost: [], doubled: [], moved: [], oversold: [], refused: [] };

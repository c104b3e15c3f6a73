import { sql } from "drizzle-orm";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { type OrderStatus, type State, type Track, tracks } from "#app/features/orders/facts.ts";
import { isEnded, mayCancel, moves } from "#app/features/orders/rules.ts";
import { flushPendingNotifications } from "#app/pending-notifications.server.ts";
import { CONTACT, ORIGIN, startTestApp, type TestApp } from "#test/app.ts";
import { buildTrim, newOrder } from "#test/builders.ts";
import { call, signedIn, type TestPerson } from "#test/people.ts";
import { readStock } from "#test/stock.ts";

/** `RUNS=500 ROUNDS=200 npx vitest run app/features/orders/status/status.test.ts` is the whole experiment. */
const RUNS = Number(process.env.RUNS ?? 12);
const ROUNDS = Number(process.env.ROUNDS ?? 20);
const PUT_IN = 1000;
const ORDERS = 4;
const PIECES = 200;

let shop: TestApp;
let admins: TestPerson[];
let buyers: TestPerson[];

beforeAll(async () => {
  shop = await startTestApp({ limits: "off" });
  admins = [await signedIn(shop.db, { role: "admin" }), await signedIn(shop.db, { role: "admin" })];
  // The second has an address that nobody has confirmed, and gets no mail.
  buyers = [await signedIn(shop.db), await signedIn(shop.db, { emailVerified: false })];
});

type Action =
  | { action: "move" | "back"; admin: number; order: number; move: number; invoice: boolean }
  | { action: "bulk"; admin: number; move: number }
  | { action: "last back"; admin: number; order: number }
  | { action: "cancel"; by: "owner" | "admin"; order: number };

const admin = fc.nat(1);
const order = fc.nat(ORDERS - 1);
const move = fc.nat(moves.length - 1);
const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ action: fc.constant("move" as const), admin, order, move, invoice: fc.boolean() }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ action: fc.constant("back" as const), admin, order, move, invoice: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ action: fc.constant("last back" as const), admin, order }) },
  { weight: 3, arbitrary: fc.record({ action: fc.constant("bulk" as const), admin, move }) },
  {
    weight: 2,
    arbitrary: fc.record({ action: fc.constant("cancel" as const), by: fc.constantFrom("owner", "admin"), order }),
  },
);
/** Actions of one round are done at once, by several people. */
const rounds = fc.array(fc.array(action, { minLength: 1, maxLength: 4 }), { minLength: 3, maxLength: 10 });

type Placed = { id: string; owner: TestPerson };
type Event = { kind: string; track: Track | null; from: State; to: State; by: { role: string } };

async function place(trim: { id: string; name: string }): Promise<Placed[]> {
  const placed: Placed[] = [];
  for (let at = 0; at < ORDERS; at++) {
    const owner = buyers[at % 2] as TestPerson;
    const response = await call(shop, "POST /orders", { as: owner, body: newOrder(owner, trim, PIECES) });
    placed.push({ id: (await response.json()).insertedId, owner });
  }
  return placed;
}

/** Performs one action. Returns the orders that it reports as changed, one entry for each event. */
async function perform(placed: readonly Placed[], what: Action): Promise<string[]> {
  const target = placed["order" in what ? what.order : 0] as Placed;
  const as = admins["admin" in what ? what.admin : 0] as TestPerson;
  if (what.action === "cancel") {
    const by = what.by === "owner" ? target.owner : as;
    const { status, body } = await answered(`DELETE /orders/${target.id}`, by);
    expect([200, 409]).toContain(status);
    return body.deletedCount === 1 ? [target.id] : [];
  }
  if (what.action === "last back") {
    const { body: story } = await answered(`GET /orders/${target.id}`, as);
    if (!story.stepBack) return [];
    const { until: _, ...step } = story.stepBack;
    return moved(target.id, await answered(`POST /orders/${target.id}/moves`, as, step), 1);
  }
  const row = moves[what.move] ?? expect.unreachable();
  const note = row.to === "declined" && what.action !== "back" ? { note: "Reason" } : {};
  if (what.action === "bulk") {
    const { body } = await answered("POST /orderMoves", as, { ids: placed.map(({ id }) => id), ...row, ...note });
    return body.filter(({ ok }: { ok: boolean }) => ok).map(({ id }: { id: string }) => id);
  }
  const { track, from, to } = row;
  const step = what.action === "back" ? { track, from: to, to: from } : { ...row, ...note };
  const isInvoiced = what.invoice && what.action === "move" && to === "accepted";
  const body = { ...step, ...(isInvoiced ? { invoice: {} } : {}) };
  return moved(target.id, await answered(`POST /orders/${target.id}/moves`, as, body), isInvoiced ? 2 : 1);
}

function moved(id: string, { status, body }: { status: number; body: unknown }, events: number): string[] {
  expect([200, 409], JSON.stringify(body)).toContain(status);
  return status === 200 ? Array(events).fill(id) : [];
}

async function answered(target: string, as: TestPerson, body?: object) {
  const response = await call(shop, target, { as, ...(body ? { body } : {}) });
  return { status: response.status, body: await response.json() };
}

/** Follows an order's events through the table of moves. Returns where they lead. */
function follow(events: readonly Event[]): OrderStatus {
  const status: OrderStatus = { review: "in-review", shipping: "pending", payment: "pending" };
  let last: Event | undefined;
  for (const event of events) {
    const { track, from, to, kind } = event;
    if (!track) continue;
    expect(status[track]).toBe(from);
    if (to === "cancelled") expect(mayCancel(status, event.by.role === "admin")).toBe(true);
    else if (kind === "back")
      expect([last?.kind, last?.track, last?.from, last?.to]).toEqual(["move", track, to, from]);
    else expect(moves).toContainEqual({ track, from, to });
    if (track !== "review") expect(status.review === "accepted" || to === "refunded" || to === "paid").toBe(true);
    Object.assign(status, { [track]: to });
    // What was invoiced is credited, and nothing is due any more.
    if (to === "cancelled" && status.payment === "invoiced") status.payment = "pending";
    last = event;
  }
  return status;
}

/**
 * The mails there are about moves, and those that the events ask for: one for each, or for each buyer of a call. Those
 * about cancelling are written later, and share mails.
 */
async function countMails() {
  await flushPendingNotifications(shop.db, { origin: ORIGIN, contact: CONTACT });
  const { rows } = await shop.db.execute<{ sent: number; due: number }>(sql`
    select (select count(*) from pgboss.job where name = 'mails' and data->>'subject' not like '%: placed, %'
        and data->>'subject' !~ ': ([0-9,]+ )?new order' and data->>'subject' not like '%: cancelled, %'
        and data->>'subject' not like '%: credit note %')::int as sent,
      (select count(distinct coalesce(concat(event.call_id, placed.user_id, event.kind, event.to_state), event.id::text))
        filter (where event.call_id is not null)
        + count(*) filter (where event.call_id is null)
        from order_events as event join orders as placed on placed.id = event.order_id where event.is_mailed
          and event.to_state <> 'cancelled')::int as due`);
  return rows[0];
}

async function check(trimId: string, placed: readonly Placed[], changes: readonly string[]): Promise<void> {
  let held = 0;
  for (const { id } of placed) {
    const { body: story } = await answered(`GET /orders/${id}`, admins[0] as TestPerson);
    const { review, shipping, payment } = story;
    expect(follow(story.events)).toEqual({ review, shipping, payment });
    const moves = story.events.filter(({ track }: Event) => track !== null);
    expect(moves).toHaveLength(changes.filter((change) => change === id).length);
    if (!isEnded(story)) held += PIECES;
  }
  expect(await readStock(shop.db, trimId)).toBe(PUT_IN - held);
  const mails = await countMails();
  expect(mails?.sent).toBe(mails?.due);
}

describe(`random lives of orders, ${RUNS} of them`, { timeout: 60_000 + RUNS * 4_000 }, () => {
  it("make no move outside the table, lose no piece, and write each event and mail once", async () => {
    await fc.assert(
      fc.asyncProperty(rounds, async (all) => {
        const trim = await buildTrim(shop.db, { moq: 1, quantity: PUT_IN });
        const placed = await place(trim);
        const changes: string[] = [];
        for (const actions of all) {
          const done = await Promise.all(actions.map((what) => perform(placed, what)));
          changes.push(...done.flat());
        }
        await check(trim.id, placed, changes);
      }),
      { numRuns: RUNS },
    );
  });
});

describe(`two admins and one order, ${ROUNDS} times`, { timeout: 60_000 + ROUNDS * 2_000 }, () => {
  it("one wins, and the other reads where the order stands now", async () => {
    const trim = await buildTrim(shop.db, { moq: 1, quantity: 1_000_000 });
    const wins = { accepted: 0, declined: 0 };
    for (let round = 0; round < ROUNDS; round++) {
      const [first] = await place(trim);
      const path = `POST /orders/${first?.id}/moves`;
      const from = { track: "review", from: "in-review" };
      const answers = await Promise.all([
        answered(path, admins[round % 2] as TestPerson, { ...from, to: "accepted" }),
        answered(path, admins[(round + 1) % 2] as TestPerson, { ...from, to: "declined", note: "No" }),
      ]);
      const winner = answers[0].status === 200 ? "accepted" : "declined";
      wins[winner]++;
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      const loser = answers.find(({ status }) => status === 409)?.body;
      expect(loser).toMatchObject({ code: "wrong-state", errors: [{ field: "review", message: winner }, {}, {}] });
      expect(loser.errors.map(({ field }: { field: string }) => field)).toEqual([...tracks]);
      expect(loser.detail).toMatch(
        winner === "declined"
          ? / declined this order on .* It is declined\.$/
          : / accepted this order on .* It is accepted, /,
      );
    }
    expect(wins.accepted + wins.declined).toBe(ROUNDS);
  });
});

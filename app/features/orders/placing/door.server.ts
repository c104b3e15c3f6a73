import { z } from "zod";
import { id } from "#app/contract/id.ts";
import { totalPrice } from "#app/contract/money.ts";
import { keyReused, notFound, requestRunning } from "#app/contract/problem.ts";
import { lockMemberships } from "#app/features/companies/queries.server.ts";
import { readDestination } from "#app/features/orders/address.rules.ts";
import { type orderInput, placeOrder } from "#app/features/orders/changes.contract.ts";
import { trimRenamed } from "#app/features/orders/problems.ts";
import { findFaults } from "#app/features/orders/rules.ts";
import { findNamedTrims } from "#app/features/trims/queries.server.ts";
import { quotePrice } from "#app/features/trims/rules.ts";
import { type Db, inTransaction, isRolledBack, type Tx } from "#app/platform/db/client.server.ts";
import { newId } from "#app/platform/db/columns.server.ts";
import type { Person } from "#app/platform/http/handler.server.ts";
import {
  type Done,
  fingerprintOf,
  KEY_REUSED,
  keepAnswers,
  lockKeys,
  STILL_RUNNING,
} from "#app/platform/http/idempotency.server.ts";
import { type Count, takeCounts } from "#app/platform/http/limits.server.ts";
import { Refusal } from "#app/platform/http/refusal.server.ts";
import { runOutsideRequests } from "#app/platform/request-context.server.ts";
import { findMemberRefusal } from "./member.server.ts";
import { type LockedTrim, lockTrims, type NewOrder, writeOrders } from "./queries.server.ts";

/** The most orders that one transaction places. */
const MAX_BATCH = 50;

/** Who an order is for. */
type Buyer = Pick<Person, "id" | "name" | "email" | "isVerified">;

/** One order as it was sent. */
export type OrderRequest = {
  /** Who places it, and whose order it becomes. */
  by: Person;
  buyer: Buyer;
  input: typeof orderInput._output;
  /** The `Idempotency-Key`, if there is one. */
  key: string | undefined;
  /** The limits it counts against. */
  counts: readonly Count[];
};

/** `trimId` is undefined for a request that repeats one that was placed before. */
export type PlacedOrder = { insertedId: string; trimId: string | undefined };

type Waiting = OrderRequest & { db: Db; resolve: (placed: PlacedOrder) => void; reject: (error: unknown) => void };

/**
 * The door through which single orders come. Orders that arrive while others are being placed share the next
 * transaction. `place` rejects with the Refusal of that order alone: as `placeOrders` says.
 */
export function createDoor(): { place(db: Db, request: OrderRequest): Promise<PlacedOrder> } {
  let waiting: Waiting[] = [];
  let isAtWork = false;

  async function work(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, MAX_BATCH);
      waiting = waiting.slice(MAX_BATCH);
      await placeBatch(batch);
    }
    isAtWork = false;
  }

  return {
    place(db, request) {
      return new Promise((resolve, reject) => {
        waiting.push({ ...request, db, resolve, reject });
        if (isAtWork) return;
        isAtWork = true;
        // Requests that the sockets have ready join in.
        runOutsideRequests(() => setImmediate(work));
      });
    },
  };
}

/** Answers each of them, and never throws. If the database undoes a batch, its orders are placed one by one. */
async function placeBatch(batch: readonly Waiting[]): Promise<void> {
  const [first] = batch;
  if (!first) return;
  try {
    const answers = await inTransaction(first.db, (tx) => placeOrders(tx, batch));
    for (const [at, { resolve, reject }] of batch.entries()) {
      const answer = answers[at];
      if (!answer || answer instanceof Error) reject(answer);
      else resolve(answer);
    }
  } catch (error) {
    if (batch.length > 1 && isRolledBack(error)) await Promise.all(batch.map((one) => placeBatch([one])));
    else for (const { reject } of batch) reject(error);
  }
}

/**
 * Places the orders that pass every check, in their order, and returns for each what was placed or why not: a Refusal
 * too-many-requests, request-running, key-reused, not-found, trim-renamed, below-minimum, above-available, price-changed,
 * not-allowed or approval-needed. A request that repeats one that was placed gets its answer, even beyond a limit: the first answer may
 * never have arrived.
 */
export async function placeOrders(tx: Tx, requests: readonly OrderRequest[]): Promise<(PlacedOrder | Refusal)[]> {
  const turns = await lockKeys(
    tx,
    requests.map(({ by, key }) => (key === undefined ? undefined : { owner: by.id, key })),
  );
  const ids = await findTrimIds(tx, requests);
  const trims = await lockTrims(
    tx,
    ids.flatMap((id) => id ?? []),
  );
  const companies = await lockMemberships(
    tx,
    requests.map(({ buyer }) => buyer.id),
  );
  // Counted last: an account's next order does not wait while this one waits for its trim.
  const limited = await takeCounts(
    tx,
    requests.map(({ counts }) => counts),
  );
  const orders: NewOrder[] = [];
  const placed = new Map<string, Done>();

  const answers = requests.map((request, at): PlacedOrder | Refusal => {
    const { by, buyer, input, key } = request;
    const turn = turns[at];
    if (turn === "running") return new Refusal(requestRunning, STILL_RUNNING);
    const fingerprint = fingerprintOf(placeOrder, input);
    const name = `${by.id} ${key}`;
    const done = key === undefined ? undefined : (turn ?? placed.get(name));
    if (done) return done.fingerprint === fingerprint ? repeat(done) : new Refusal(keyReused, KEY_REUSED);
    if (limited[at]) return limited[at];
    const trim = trims.get(ids[at] ?? "");
    if (!trim) return new Refusal(notFound, "This trim is no longer in the catalogue.");
    const judged = judge(trim, input);
    if (judged instanceof Refusal) return judged;
    const { phone, orderQuantity } = input;
    const company = companies.get(buyer.id);
    // What somebody places for another is theirs to answer for.
    const refused = by.id === buyer.id && findMemberRefusal(company, totalPrice(judged.unitPrice, orderQuantity));
    if (refused) return refused;
    const orderId = newId();
    trim.quantity -= orderQuantity;
    orders.push({ id: orderId, by, buyer, company, trim, orderQuantity, phone, ...readDestination(input), ...judged });
    if (key !== undefined) placed.set(name, { owner: by.id, key, fingerprint, answer: toAnswer(orderId) });
    return { insertedId: orderId, trimId: trim.id };
  });

  if (orders.length > 0) await writeOrders(tx, orders);
  await keepAnswers(tx, [...placed.values()]);
  return answers;
}

/** What is kept of an order under its key, and what a repeat is answered. */
const toAnswer = (insertedId: string) => ({ acknowledged: true as const, insertedId });

function repeat({ answer }: Done): PlacedOrder {
  const { insertedId } = z.object({ insertedId: id }).parse(answer);
  return { insertedId, trimId: undefined };
}

/** The trim that each asks for by its id, else by its name. */
async function findTrimIds(tx: Tx, requests: readonly OrderRequest[]): Promise<(string | undefined)[]> {
  const names = requests.flatMap(({ input }) => (input.trimId === undefined ? [input.productName] : []));
  const named =
    names.length > 0
      ? await findNamedTrims(
          tx,
          names.map((name) => ({ number: undefined, name })),
        )
      : [];
  const byName = new Map(named.map(({ _id, name }) => [foldName(name), _id]));
  return requests.map(({ input }) => input.trimId ?? byName.get(foldName(input.productName)));
}

const foldName = (name: string) => name.toLowerCase();

/** What the order costs per piece, or why it is refused. The name must match, so that a buyer gets what the form showed. */
function judge(trim: LockedTrim, input: OrderRequest["input"]): { unitPrice: string } | Refusal {
  if (foldName(trim.name) !== foldName(input.productName)) {
    return new Refusal(trimRenamed, `This trim is now called ${trim.name}. Please reload the page.`);
  }
  const { unitPrice } = quotePrice(trim, input.orderQuantity);
  const [fault] = findFaults(input, { ...trim, unitPrice });
  if (!fault) return { unitPrice };
  const { problem, field, message, now } = fault;
  const errors = [{ field, message }];
  if (now === undefined) return new Refusal(problem, message, { errors });
  return new Refusal(problem, `${message}. Nothing was ordered.`, { errors, now: { [field]: now } });
}

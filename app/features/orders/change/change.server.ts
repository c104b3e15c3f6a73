import { dayAt } from "#app/contract/calendar.ts";
import type { IdOrNumber } from "#app/contract/id.ts";
import { addTotals, comparePrices, totalPrice } from "#app/contract/money.ts";
import { invalidInput, notAllowed, notFound, type Problem } from "#app/contract/problem.ts";
import type { ShipTo } from "#app/contract/ship-to.ts";
import { recordAction } from "#app/features/audit/queries.server.ts";
import { lockMemberships } from "#app/features/companies/queries.server.ts";
import { actOn, mayActOn, mayRead } from "#app/features/orders/access.server.ts";
import { readDestination } from "#app/features/orders/address.rules.ts";
import { orderActions } from "#app/features/orders/audit-actions.server.ts";
import type { ChangeInput } from "#app/features/orders/change.contract.ts";
import { findMemberRefusal } from "#app/features/orders/placing/member.server.ts";
import { type LockedTrim, lockTrims } from "#app/features/orders/placing/queries.server.ts";
import { belowMinimum, orderChanged, priceChanged } from "#app/features/orders/problems.ts";
import * as orderQueries from "#app/features/orders/queries.server.ts";
import { isEnded, refusalOfQuantity } from "#app/features/orders/rules.ts";
import type { CreditNote } from "#app/features/orders/status/billing.server.ts";
import { type Acting, toObject } from "#app/features/orders/status/cancelling.server.ts";
import { refuseState } from "#app/features/orders/status/conflict.server.ts";
import { insertEvents, type NewEvent } from "#app/features/orders/status/events.server.ts";
import { findRecipient } from "#app/features/orders/status/move-mails.server.ts";
import { findDueDay } from "#app/features/orders/status/moves.server.ts";
import { quotePrice } from "#app/features/trims/rules.ts";
import { addToStock } from "#app/features/trims/stock/stock.server.ts";
import type { Tx } from "#app/platform/db/client.server.ts";
import { refuse } from "#app/platform/http/refusal.server.ts";
import {
  changesInvoice,
  findDifference,
  isFree,
  mayChange,
  type OrderChange,
  type OrderTerms,
  summarizeChange,
} from "./change.rules.ts";
import { mailChange } from "./mails.server.ts";
import * as queries from "./queries.server.ts";

/** Who changes an order, from where, and the shop's time zone, for the words of a refusal. */
export type Changing = Acting & { timeZone: string };

/** An order that the caller has locked, and what is asked of it. `field` is where, such as `lines.3.`. */
export type AskedChange = {
  order: orderQueries.OrderRow;
  field: string;
  input: Pick<ChangeInput, "orderQuantity" | "unitPrice" | "setPrice" | "reason"> &
    Partial<Pick<OrderTerms, "address" | "poNumber" | "wantedOn" | "promisedOn">> & { shipTo?: ShipTo | null };
};

/** A change of an order that has passed every check; `shipTo` is what a changed address was composed of. */
export type PlannedChange = {
  order: orderQueries.OrderRow;
  change: OrderChange;
  shipTo?: ShipTo | null | undefined;
  reason: string | undefined;
};

/** Why a change is refused, with the field that it is at; `now` is its value of now. */
export type ChangeFault = { problem: Problem; field: string; message: string; now?: string };

/**
 * Changes one order, if it is still of the version that its caller saw: pieces move by the difference, changed pieces
 * take the price of now unless staff set one; with its event, the confirmation of before, its audit row and mails in
 * `tx`. Nothing happens if everything is so already.
 * @throws Refusal not-found, wrong-state, order-changed, invalid-input, below-minimum, above-available, price-changed.
 */
export async function changeOrder(tx: Tx, caller: Changing, idOrNumber: IdOrNumber, { version, ...body }: ChangeInput) {
  const input = withDestination(body);
  const found = await orderQueries.findOwner(tx, idOrNumber);
  if (!found || !(await mayRead(tx, caller.who, found))) refuse(notFound, "This order does not exist.");
  const by = { ...caller, who: actOn(caller.who, found) };
  if (!(await mayActOn(tx, by.who, found))) refuse(notAllowed, "Only its buyer or a manager may change this order.");
  const sheet = found.sheetId ? await queries.lockSheet(tx, found.sheetId) : undefined;
  const order = await orderQueries.lockOrder(tx, idOrNumber);
  if (!order) refuse(notFound, "This order does not exist.");
  if (!mayChange(order, by.who.isAdmin)) await refuseUnchangeable(tx, by, order);
  if (order.version !== version) await refuseVersion(tx, by, order);
  if (sheet) refuseShared(input, sheet.number);
  const asked = { order, field: "", input };
  refuseFields(by, [asked]);
  const trims = await lockTrimsOf(tx, [asked]);
  const { planned, faults } = planChanges(by, [asked], trims);
  if (faults.length > 0) refuseFaults(faults, "Nothing was changed.");
  const [one] = planned;
  if (!one) return { modifiedCount: 0, version, trimId: undefined };
  const summary = summarizeChange(one.change);
  const lines = sheet ? await queries.listLines(tx, sheet.id) : [];
  const rest = lines.filter((line) => line.id !== order.id && !isEnded(line));
  await refuseAboveLimit(tx, by.who, planned, { rest });
  if (sheet) {
    await queries.keepVersion(tx, by.who, sheet, lines, `No. ${order.number}: ${summary}`);
    await queries.updateSheet(tx, sheet.id, {});
  }
  const billing = await writeChanges(tx, by, planned);
  if (by.who.isAdmin) {
    const about = { before: inWords(one.change.before), after: inWords(one.change.after) };
    await recordAction(tx, by, { action: orderActions.change, ...toObject(order), ...about });
  }
  await mailChange(tx, by, {
    changed: planned,
    all: sheet ? await queries.listLines(tx, sheet.id) : [applied(one)],
    ...billing,
    version: (sheet?.version ?? order.version) + 1,
  });
  return { modifiedCount: 1, version: order.version + 1, trimId: order.trimId ?? undefined };
}

/** What is asked, with the address that its fields compose; without either the address stays. */
export function withDestination<Input extends { address?: string | undefined; shipTo?: ShipTo | undefined }>(
  input: Input,
): Omit<Input, "address" | "shipTo"> & { address?: string; shipTo?: ShipTo | null } {
  const { address, shipTo, ...rest } = input;
  return address === undefined && !shipTo ? rest : { ...rest, ...readDestination({ address: address ?? "", shipTo }) };
}

type Sum = { unitPrice: string; orderQuantity: number };

/**
 * A member who raises pieces, or adds lines, is held to their limit by the sum of all: what is changed, what is `added`,
 * and the `rest` of the sheet.
 * @throws Refusal not-allowed or approval-needed.
 */
export async function refuseAboveLimit(
  tx: Tx,
  who: Acting["who"],
  planned: readonly PlannedChange[],
  { rest, added = [] }: { rest: readonly Sum[]; added?: readonly Sum[] },
): Promise<void> {
  const isRaised = planned.some(({ order, change }) => (change.after.orderQuantity ?? 0) > order.orderQuantity);
  if (who.isAdmin || !(isRaised || added.length > 0)) return;
  const membership = (await lockMemberships(tx, [who.id])).get(who.id);
  const sums = [...planned.map(({ order, change }) => ({ ...order, ...change.after })), ...rest, ...added];
  const total = addTotals(sums.map(({ unitPrice, orderQuantity }) => totalPrice(unitPrice, orderQuantity)));
  const refused = findMemberRefusal(membership, total);
  if (refused) throw refused;
}

/** @throws Refusal invalid-input for what only staff change, a day before today, and a price without its reason. */
export function refuseFields(
  { who, timeZone }: Changing,
  asked: readonly Pick<AskedChange, "field" | "input">[],
): void {
  const today = dayAt(new Date(), timeZone);
  const errors = asked.flatMap(({ field, input }) => {
    const { setPrice, reason, wantedOn, promisedOn } = input;
    const found: { field: string; message: string }[] = [];
    const check = (name: string, isWrong: boolean, message: string) => {
      if (isWrong) found.push({ field: `${field}${name}`, message });
    };
    const own = { setPrice, wantedOn, promisedOn };
    for (const [name, value] of Object.entries(own)) {
      check(name, !who.isAdmin && value !== undefined, "Please ask us to change this");
    }
    for (const [name, day] of Object.entries({ wantedOn, promisedOn })) {
      check(name, Boolean(day && day < today), "Please choose today or a later day");
    }
    check("reason", setPrice !== undefined && reason === undefined, "Please tell the buyer the reason");
    check("reason", setPrice === undefined && reason !== undefined, "Only with another price");
    return found;
  });
  if (errors.length > 0) refuse(invalidInput, errors.map(({ message }) => message).join("; "), errors);
}

/** The trims of those orders whose pieces are to change, and others, locked until the transaction ends. */
export function lockTrimsOf(tx: Tx, asked: readonly AskedChange[], others: readonly string[] = []) {
  const ids = asked.flatMap(({ order, input }) => {
    const { orderQuantity = order.orderQuantity } = input;
    return order.trimId && orderQuantity !== order.orderQuantity ? [order.trimId] : [];
  });
  return lockTrims(tx, [...new Set([...ids, ...others])]);
}

/**
 * What would change of each order, and everything that stands against it. Raised pieces must be in stock. They must reach
 * the minimum of today, as must whatever a buyer writes; a buyer cannot shrink an order below what can be ordered.
 */
export function planChanges(
  { who }: Changing,
  asked: readonly AskedChange[],
  trims: ReadonlyMap<string, LockedTrim>,
): { planned: PlannedChange[]; faults: ChangeFault[] } {
  const faults: ChangeFault[] = [];
  const planned = asked.flatMap(({ order, field, input }): PlannedChange[] => {
    const { orderQuantity = order.orderQuantity, setPrice, unitPrice: seen, reason, shipTo, ...shared } = input;
    let unitPrice = setPrice === undefined ? order.unitPrice : toPlaces(setPrice);
    if (orderQuantity !== order.orderQuantity) {
      const trim = trims.get(order.trimId ?? "");
      if (!trim) {
        const message = "This trim is no longer in the catalogue.";
        faults.push({ problem: notFound, field: `${field}orderQuantity`, message });
        return [];
      }
      const moq = orderQuantity > order.orderQuantity || !who.isAdmin ? trim.moq : 0;
      const refusal = refusalOfQuantity({ moq, quantity: order.orderQuantity + trim.quantity }, orderQuantity);
      if (refusal) faults.push({ ...refusal, field: `${field}orderQuantity` });
      if (setPrice === undefined && !(who.isAdmin && isFree(order)))
        unitPrice = quotePrice(trim, orderQuantity).unitPrice;
      if (setPrice === undefined && seen !== undefined && comparePrices(unitPrice, seen) > 0) {
        const message = "The price has changed";
        faults.push({ problem: priceChanged, field: `${field}unitPrice`, message, now: unitPrice });
      }
    }
    const { address, poNumber, wantedOn, promisedOn } = order;
    const before = { orderQuantity: order.orderQuantity, unitPrice: order.unitPrice };
    const rest = { address, poNumber, wantedOn, promisedOn };
    const given = Object.fromEntries(Object.entries(shared).filter(([, value]) => value !== undefined));
    const difference = findDifference({ ...before, ...rest }, { ...rest, ...given, orderQuantity, unitPrice });
    if (!difference) return [];
    const fields = difference.after.address === undefined ? {} : { shipTo };
    return [{ order, change: { version: order.version + 1, ...difference }, ...fields, reason }];
  });
  return { planned, faults };
}

/** As the table holds it: with four places. */
const toPlaces = (price: string) => {
  const [whole = "0", places = ""] = price.split(".");
  return `${whole}.${places.padEnd(4, "0")}`;
};

/** The credit notes for what was invoiced before a change, and the number of the invoice that followed at once. */
export type Rebilled = { creditNotes: readonly CreditNote[]; invoice?: string | undefined };

/**
 * Credits what was invoiced, takes or gives back pieces, and writes the orders and their events. Once credited, an order
 * can be invoiced again; if something of it was paid, its new invoice follows at once. The orders and their trims must be
 * locked.
 */
export async function writeChanges(
  tx: Tx,
  by: Changing,
  planned: readonly PlannedChange[],
  callId?: string,
): Promise<Rebilled> {
  const { who, emailContext } = by;
  const [first] = planned;
  if (!first) return { creditNotes: [] };
  const creditNotes = await creditInvoiced(tx, by, planned);
  for (const { order, change, shipTo } of planned) {
    const more = (change.after.orderQuantity ?? order.orderQuantity) - order.orderQuantity;
    if (more !== 0 && order.trimId && !(await addToStock(tx, order.trimId, -more, emailContext))) {
      refuse(invalidInput, "With these pieces the stock would be more than the shop can count.");
    }
    if (order.sheetId === null) {
      await queries.keepVersion(tx, who, order, [order], summarizeChange(change));
    }
    await queries.updateTerms(tx, order.id, { ...change.after, shipTo });
  }
  const isMailed = (await findRecipient(tx, first.order)) !== undefined;
  await insertEvents(
    tx,
    planned.map(({ order, change, reason }): NewEvent => {
      const note = reason ? ({ note: reason, noteFor: "buyer" } as const) : {};
      return { who, orderId: order.id, kind: "changed", change, ...note, isMailed, callId };
    }),
  );
  return { creditNotes, invoice: await invoiceAgain(tx, by, planned) };
}

function isRebilled({ order, change: { after } }: PlannedChange): boolean {
  const staysFree = isFree(order) && after.unitPrice === undefined;
  return order.payment !== "pending" && !staysFree && changesInvoice(after);
}

/** Credits what the invoices of these orders say, before their terms are others. The mail of the change tells of it. */
async function creditInvoiced(tx: Tx, by: Changing, planned: readonly PlannedChange[]): Promise<CreditNote[]> {
  const creditNotes: CreditNote[] = [];
  for (const { order, change } of planned.filter(isRebilled)) {
    const reason = `Changed: ${summarizeChange(change)}`;
    const note = await by.billing.credit(tx, by, order, { reason, isMailed: false, keepsPaid: true });
    if (note) creditNotes.push(note);
  }
  return creditNotes;
}

/** Invoices those orders at once that are not `pending` although they were credited: something of them was paid. */
async function invoiceAgain(tx: Tx, by: Changing, planned: readonly PlannedChange[]): Promise<string | undefined> {
  const ids = planned.filter(isRebilled).map(({ order }) => order.id);
  const orders = await queries.listUnsettled(tx, ids);
  const [first] = orders;
  if (!first) return undefined;
  const today = dayAt(new Date(), by.timeZone);
  const dueOn = first.dueOn && first.dueOn > today ? first.dueOn : await findDueDay(tx, first, today);
  return by.billing.invoiceAgain(tx, by, orders, dueOn);
}

/** The order as a change leaves it. */
const applied = ({ order, change, shipTo = order.shipTo }: PlannedChange): orderQueries.OrderRow => ({
  ...order,
  ...change.after,
  shipTo,
});

/** @throws Refusal wrong-state, always; staff are told who moved it, and when. */
export function refuseUnchangeable(tx: Tx, { who, timeZone }: Changing, order: orderQueries.OrderRow): Promise<never> {
  const asked = { track: "review", from: order.review, timeZone } as const;
  return refuseState(tx, order, who.isAdmin ? asked : undefined);
}

/** @throws Refusal order-changed, always, with who changed it, what and when, and the version of now. */
export async function refuseVersion(
  tx: Tx,
  { who, timeZone }: Changing,
  { id, version, sheetId }: { id: string; version: number; sheetId?: string | null },
): Promise<never> {
  const last = await queries.findLastChange(tx, sheetId ?? id);
  const now = { version: String(version) };
  if (!last) refuse(orderChanged, "You have seen another version. Please reload the page.", undefined, now);
  const name = who.isAdmin || last.role === "buyer" ? (last.name ?? `a former ${last.role}`) : "we";
  const time = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone });
  const what = `${name} changed ${last.summary} on ${time.format(new Date(last.at))}.`;
  const words = `${what.charAt(0).toUpperCase()}${what.slice(1)} Nothing was changed now.`;
  refuse(orderChanged, words, undefined, now);
}

/** @throws Refusal with all of these faults, named by the first kind found in the order below. */
export function refuseFaults(faults: readonly ChangeFault[], otherwise: string): never {
  const kinds = [notFound, belowMinimum, ...new Set(faults.map(({ problem }) => problem))];
  const problem = kinds.find((kind) => faults.some((fault) => fault.problem === kind)) ?? invalidInput;
  const detail = faults.map(({ message }) => message.replace(/\.$/, "")).join("; ");
  const now = faults.flatMap(({ field, now }) => (now === undefined ? [] : [[field, now] as const]));
  refuse(
    problem,
    `${detail}. ${otherwise}`,
    faults.map(({ field, message }) => ({ field, message })),
    now.length > 0 ? Object.fromEntries(now) : undefined,
  );
}

function refuseShared(input: AskedChange["input"], sheet: number): void {
  const fields = ["address", "poNumber", "wantedOn"] as const;
  const message = `This belongs to the whole Sheet S-${sheet}. Please change it there.`;
  const errors = fields.filter((field) => input[field] !== undefined).map((field) => ({ field, message }));
  if (errors.length > 0) refuse(invalidInput, message, errors);
}

function inWords(terms: Partial<OrderTerms>): Record<string, string | number | null> {
  return { ...terms };
}

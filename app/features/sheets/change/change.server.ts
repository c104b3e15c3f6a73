import type { IdOrNumber } from "#app/contract/id.ts";
import { invalidInput, notAllowed, notFound } from "#app/contract/problem.ts";
import { MAX_LINES } from "#app/contract/sheet-lines.ts";
import { recordAction } from "#app/features/audit/queries.server.ts";
import { actOn, mayActOn, mayRead } from "#app/features/orders/access.server.ts";
import { mayChange, summarizeChange } from "#app/features/orders/change/change.rules.ts";
import {
  type AskedChange,
  type ChangeFault,
  type Changing,
  lockTrimsOf,
  planChanges,
  refuseAboveLimit,
  refuseFaults,
  refuseFields,
  refuseUnchangeable,
  refuseVersion,
  withDestination,
  writeChanges,
} from "#app/features/orders/change/change.server.ts";
import { mailChange } from "#app/features/orders/change/mails.server.ts";
import * as changeQueries from "#app/features/orders/change/queries.server.ts";
import { type LockedTrim, type NewOrder, writeOrders } from "#app/features/orders/placing/queries.server.ts";
import { lockOrdersOf, type OrderRow } from "#app/features/orders/queries.server.ts";
import { findFaults, isEnded, mayCancel } from "#app/features/orders/rules.ts";
import { cancelLocked } from "#app/features/orders/status/cancelling.server.ts";
import { sheetActions } from "#app/features/sheets/audit-actions.server.ts";
import type { SheetChangeInput } from "#app/features/sheets/change.contract.ts";
import { findSheet } from "#app/features/sheets/queries.server.ts";
import { quotePrice } from "#app/features/trims/rules.ts";
import type { Tx } from "#app/platform/db/client.server.ts";
import { newId } from "#app/platform/db/columns.server.ts";
import { refuse } from "#app/platform/http/refusal.server.ts";

/**
 * Changes a sheet, if it is still of the version that its caller saw: what its orders share, single orders, lines added
 * and removed; all of it with one mail, or nothing.
 * @throws Refusal not-found, wrong-state, order-changed, invalid-input, below-minimum, above-available, price-changed.
 */
export async function changeSheet(tx: Tx, caller: Changing, idOrNumber: IdOrNumber, input: SheetChangeInput) {
  const found = await findSheet(tx, idOrNumber);
  if (!found || !(await mayRead(tx, caller.who, found))) refuse(notFound, "This order sheet does not exist.");
  const who = actOn(caller.who, found);
  const by = { ...caller, who };
  if (!(await mayActOn(tx, who, found))) refuse(notAllowed, "Only its buyer or a manager may change this sheet.");
  const sheet = await changeQueries.lockSheet(tx, found._id);
  if (!sheet) refuse(notFound, "This order sheet does not exist.");
  const orders = await lockOrdersOf(tx, sheet.id);
  const { version, lines, add, remove, ...body } = input;
  const shared = withDestination(body);
  const named = [...lines.map(({ id }) => id), ...remove];
  if (named.some((id) => !orders.some((order) => order.id === id))) refuse(notFound, "This sheet has no such order.");
  const live = orders.filter((order) => !isEnded(order));
  const isShared = Object.values(shared).some((value) => value !== undefined);
  for (const order of orders) {
    const isRemoved = remove.includes(order.id);
    const isAsked = lines.some(({ id }) => id === order.id) || (isShared && live.includes(order) && !isRemoved);
    const isRefused = (isAsked && !mayChange(order, who.isAdmin)) || (isRemoved && !mayCancel(order, who.isAdmin));
    if (isRefused) await refuseUnchangeable(tx, by, order);
  }
  const [first] = orders;
  if (first && add.length > 0 && !live.some((order) => mayChange(order, who.isAdmin))) {
    await refuseUnchangeable(tx, by, first);
  }
  if (sheet.version !== version) await refuseVersion(tx, by, sheet);
  const removed = orders.filter(({ id }) => remove.includes(id));
  const stay = live.filter((order) => !removed.includes(order));
  refuseCount(stay.length + add.length);
  const asked = stay.flatMap((order): AskedChange[] => {
    const at = lines.findIndex(({ id }) => id === order.id);
    const { id: _, ...line } = lines[at] ?? { id: order.id };
    return at >= 0 || isShared ? [{ order, field: at < 0 ? "" : `lines.${at}.`, input: { ...shared, ...line } }] : [];
  });
  refuseFields(by, [{ field: "", input: shared }]);
  refuseFields(
    by,
    lines.map(({ id: _, ...line }, at) => ({ field: `lines.${at}.`, input: line })),
  );
  const trims = await lockTrimsOf(tx, asked, [
    ...add.map(({ trimId }) => trimId),
    ...removed.flatMap(({ trimId }) => trimId ?? []),
  ]);
  const { planned, faults } = planChanges(by, asked, trims);
  const added = planAdded(add, trims, stay);
  const all = [...faults, ...added.faults];
  if (all.length > 0) refuseFaults(all, "Nothing was changed.");
  const count = planned.length + added.lines.length + removed.length;
  const rest = stay.filter((order) => !planned.some((one) => one.order.id === order.id));
  await refuseAboveLimit(tx, who, planned, { rest, added: added.lines });
  if (count === 0) return { modifiedCount: 0, version, orderIds: [], trimIds: [] };

  const { promisedOn: _, ...ofSheet } = shared;
  const summary = summarize(planned, added.lines.length, removed);
  await changeQueries.keepVersion(tx, who, sheet, orders, summary);
  await changeQueries.updateSheet(tx, sheet.id, ofSheet);
  const { creditNotes, invoice } = await writeChanges(tx, by, planned, newId());
  const ofRemoved = await cancelLocked(tx, by, removed, undefined, { isMailed: false });
  const {
    address = sheet.address,
    shipTo = sheet.shipTo,
    poNumber = sheet.poNumber,
    wantedOn = sheet.wantedOn,
  } = ofSheet;
  const buyer = { id: sheet.userId, name: sheet.name, email: sheet.email, isVerified: true };
  const { id: sheetId, number, phone, companyId, company } = sheet;
  const newOrders = added.lines.map(
    (line): NewOrder => ({
      ...{
        ...line,
        id: newId(),
        by: who,
        buyer,
        phone,
        address,
        shipTo,
        sheet: { id: sheetId, number, poNumber, wantedOn },
      },
      company: company === null ? undefined : { companyId: companyId ?? undefined, company },
    }),
  );
  if (newOrders.length > 0) await writeOrders(tx, newOrders);
  if (who.isAdmin) {
    const about = { object: `Sheet S-${number}`, objectId: sheetId, before: null, after: { changed: summary } };
    await recordAction(tx, by, { action: sheetActions.change, ...about });
  }
  const now = await changeQueries.listLines(tx, sheetId);
  const orderIds = newOrders.map(({ id }) => id);
  const gained = now.filter(({ id }) => orderIds.includes(id));
  await mailChange(tx, by, {
    ...{ changed: planned, added: gained, removed, all: now, version: sheet.version + 1 },
    ...{ creditNotes: [...creditNotes, ...ofRemoved], invoice },
  });
  const trimIds = [...planned.map(({ order }) => order), ...removed, ...gained].flatMap(({ trimId }) => trimId ?? []);
  return { modifiedCount: count, version: sheet.version + 1, orderIds, trimIds };
}

function refuseCount(lines: number): void {
  if (lines === 0) refuse(invalidInput, "A sheet needs a line. To order nothing, please cancel the sheet.");
  if (lines > MAX_LINES) refuse(invalidInput, `At most ${MAX_LINES} lines`);
}

/** The lines that a sheet gains, at the price of now, and what stands against them. */
function planAdded(
  add: SheetChangeInput["add"],
  trims: ReadonlyMap<string, LockedTrim>,
  stay: readonly OrderRow[],
): { lines: { trim: LockedTrim; orderQuantity: number; unitPrice: string }[]; faults: ChangeFault[] } {
  const faults: ChangeFault[] = [];
  const lines = add.flatMap(({ trimId, orderQuantity, unitPrice: seen }, at) => {
    const trim = trims.get(trimId);
    if (stay.some((order) => order.trimId === trimId)) {
      faults.push({ problem: invalidInput, field: `add.${at}.trimId`, message: "This trim is on the sheet already" });
      return [];
    }
    const unitPrice = trim ? quotePrice(trim, orderQuantity).unitPrice : "0";
    const found = findFaults({ orderQuantity, unitPrice: seen }, trim && { ...trim, unitPrice });
    faults.push(...found.map((fault) => ({ ...fault, field: `add.${at}.${fault.field}` })));
    return trim ? [{ trim, orderQuantity, unitPrice }] : [];
  });
  return { lines, faults };
}

const NAMED = 5;

/** A change of a sheet in a few words: `No. 1203: pieces 100 → 200; 2 orders added; No. 1204 removed`. */
function summarize(
  planned: readonly Parameters<typeof writeChanges>[2][number][],
  added: number,
  removed: readonly OrderRow[],
): string {
  const words = new Set(planned.map(({ change }) => summarizeChange(change)));
  const changed =
    planned.length > NAMED || words.size === 1
      ? [`${planned.length} orders: ${[...words].slice(0, NAMED).join("; ")}`]
      : planned.map(({ order, change }) => `No. ${order.number}: ${summarizeChange(change)}`);
  return [
    ...(planned.length > 0 ? changed : []),
    ...(added > 0 ? [`${added} ${added === 1 ? "order" : "orders"} added`] : []),
    ...(removed.length > 0 ? [`No. ${removed.map(({ number }) => number).join(", ")} removed`] : []),
  ].join("; ");
}

import type { IdOrNumber } from "#app/contract/id.ts";
import { formatTotal } from "#app/contract/money.ts";
import { invalidInput, notFound } from "#app/contract/problem.ts";
import { recordAction } from "#app/features/audit/queries.server.ts";
import { orderActions } from "#app/features/orders/audit-actions.server.ts";
import { type Changing, refuseVersion } from "#app/features/orders/change/change.server.ts";
import * as changeQueries from "#app/features/orders/change/queries.server.ts";
import type { ChargeInput } from "#app/features/orders/charges.contract.ts";
import { chargeLabels } from "#app/features/orders/labels.ts";
import { wrongState } from "#app/features/orders/problems.ts";
import * as orderQueries from "#app/features/orders/queries.server.ts";
import { describeStatus, isEnded } from "#app/features/orders/rules.ts";
import { insertEvents } from "#app/features/orders/status/events.server.ts";
import { findRecipient } from "#app/features/orders/status/move-mails.server.ts";
import type { Db, Tx } from "#app/platform/db/client.server.ts";
import { newId } from "#app/platform/db/columns.server.ts";
import { refuse } from "#app/platform/http/refusal.server.ts";
import { type Charge, describeCharge, nameSum, totalWith } from "./charge.rules.ts";
import { mailCharge } from "./mails.server.ts";
import * as queries from "./queries.server.ts";

export type Of = "order" | "sheet";

/** An order or a sheet with its orders, all locked. */
type Charged = {
  of: Of;
  name: string;
  /** The row whose version counts the changes, and whose charges they are. */
  owner: changeQueries.Ended;
  sheet: Awaited<ReturnType<typeof changeQueries.lockSheet>>;
  orders: readonly orderQueries.OrderRow[];
};

/**
 * Adds a charge to an order that was placed alone or to a sheet, if it is still of the version that its caller saw and
 * something of it is still to be invoiced: with its event, the confirmation of before, its audit row and a mail, in `tx`.
 * @throws Refusal not-found, order-changed, wrong-state, invalid-input
 */
export async function addCharge(
  tx: Tx,
  by: Changing,
  of: Of,
  idOrNumber: IdOrNumber,
  { version, ...charge }: ChargeInput & { version: number },
): Promise<{ id: string; version: number }> {
  const charged = await lockCharged(tx, of, idOrNumber);
  const { owner, orders } = charged;
  if (!orders.some((order) => !isEnded(order) && order.payment === "pending")) {
    const [first] = orders;
    const status = of === "order" && first ? describeStatus(first) : "No order of this sheet is still to be invoiced.";
    refuse(wrongState, `${status} Nothing can be added any more.`);
  }
  if (owner.version !== version) await refuseVersion(tx, by, owner);
  const before = await queries.listCharges(tx, charged.owner.id);
  refuseBelowNothing(charged, [...before, charge]);
  const { kind, amount, reason } = charge;
  const where = of === "order" ? { orderId: owner.id } : { sheetId: owner.id };
  const said = describeCharge(charge);
  await keepVersion(tx, by, charged, `charges: ${nameKind(charge)} added`);
  const id = await queries.insertCharge(tx, { ...where, kind, amount, reason, actorId: by.who.id });
  await tell(tx, by, charged, { said: `Added: ${said}`, subject: `${nameKind(charge)} added`, charge });
  const object = { object: charged.name, objectId: owner.id };
  await recordAction(tx, by, {
    action: orderActions.charge,
    ...object,
    before: null,
    after: { charge: nameSum(charge) },
  });
  return { id, version: version + 1 };
}

type NewSheet = { insertedId: string; number: number; orderIds: readonly string[]; total: string };

/**
 * Adds the charges that a sheet has from the start, in the transaction that sends it: each with a line in the histories
 * and its audit row. The confirmation of the sheet says them.
 * @throws Refusal invalid-input
 */
export async function addFirstCharges(
  tx: Tx,
  by: Pick<Changing, "who" | "from">,
  { insertedId: sheetId, number, orderIds, total }: NewSheet,
  charges: readonly ChargeInput[],
): Promise<void> {
  if (totalWith([total], charges).startsWith("-")) refuseTooMuch("charges");
  for (const { kind, amount, reason } of charges) {
    const charge = describeCharge({ kind, amount, reason });
    await queries.insertCharge(tx, { sheetId, kind, amount, reason, actorId: by.who.id });
    const happened = { kind: "note", note: `Added: ${charge}`, noteFor: "buyer", isMailed: true } as const;
    const callId = newId();
    await insertEvents(
      tx,
      orderIds.map((orderId) => ({ who: by.who, orderId, ...happened, callId })),
    );
    const object = { object: `Sheet S-${number}`, objectId: sheetId };
    await recordAction(tx, by, { action: orderActions.charge, ...object, before: null, after: { charge } });
  }
}

function refuseTooMuch(field: string): never {
  const message = "The discounts would be more than the total";
  refuse(invalidInput, message, [{ field, message }]);
}

/**
 * Removes a charge that no invoice bills. Returns how many were removed: 0 if there is no such charge.
 * @throws Refusal not-found, wrong-state with the invoice that bills it, invalid-input
 */
export async function removeCharge(tx: Tx, by: Changing, of: Of, idOrNumber: IdOrNumber, id: string): Promise<number> {
  const charged = await lockCharged(tx, of, idOrNumber);
  const all = await queries.listCharges(tx, charged.owner.id);
  const charge = all.find(({ _id }) => _id === id);
  if (!charge) return 0;
  const invoice = (await by.billing.listCharged(tx, [id])).get(id);
  if (invoice) refuse(wrongState, `It is on invoice ${invoice}: a credit note takes it back.`);
  refuseBelowNothing(
    charged,
    all.filter((one) => one !== charge),
  );
  const said = describeCharge(charge);
  await keepVersion(tx, by, charged, `charges: ${nameKind(charge)} removed`);
  await queries.deleteCharge(tx, id);
  await tell(tx, by, charged, { said: `Removed: ${said}`, subject: `${nameKind(charge)} removed`, charge });
  const object = { object: charged.name, objectId: charged.owner.id };
  await recordAction(tx, by, {
    action: orderActions.charge,
    ...object,
    before: { charge: nameSum(charge) },
    after: null,
  });
  return 1;
}

const nameKind = ({ kind, amount }: Charge) => `${chargeLabels[kind].toLowerCase()} of ${formatTotal(amount)}`;

async function lockCharged(tx: Tx, of: Of, idOrNumber: IdOrNumber): Promise<Charged> {
  if (of === "sheet") {
    const found = await changeQueries.findSheetId(tx, idOrNumber);
    const sheet = found && (await changeQueries.lockSheet(tx, found));
    if (!sheet) refuse(notFound, "This order sheet does not exist.");
    const orders = await orderQueries.lockOrdersOf(tx, sheet.id);
    return { of, name: `Sheet S-${sheet.number}`, owner: sheet, sheet, orders };
  }
  const order = await orderQueries.lockOrder(tx, idOrNumber);
  if (!order) refuse(notFound, "This order does not exist.");
  if (order.sheetNumber !== null) refuse(invalidInput, `Charges belong to the whole Sheet S-${order.sheetNumber}.`);
  return { of, name: `No. ${order.number} ${order.productName}`, owner: order, sheet: undefined, orders: [order] };
}

/** A discount leaves something to pay, or nothing, but never less. */
function refuseBelowNothing({ orders }: Charged, charges: readonly Charge[]): void {
  const live = orders.filter((order) => !isEnded(order));
  const total = totalWith(
    live.map(({ total }) => total),
    charges,
  );
  if (total.startsWith("-")) refuseTooMuch("amount");
}

/** What the confirmation said until now, and the next version. */
async function keepVersion(tx: Tx, { who }: Changing, charged: Charged, summary: string): Promise<void> {
  const { owner, orders, sheet } = charged;
  await changeQueries.keepVersion(tx, who, owner, orders, summary);
  if (sheet) await changeQueries.updateSheet(tx, sheet.id, {});
  else await changeQueries.updateTerms(tx, owner.id, {});
}

type Notice = { said: string; subject: string; charge: Charge };

/** A line in the history of each order, and one mail with the new confirmation. */
async function tell(tx: Tx, by: Changing, charged: Charged, { said, subject, charge }: Notice): Promise<void> {
  const live = charged.orders.filter((order) => !isEnded(order));
  const [first] = live;
  if (!first) return;
  const recipient = await findRecipient(tx, first);
  const happened = { kind: "note", note: said, noteFor: "buyer", isMailed: recipient !== undefined } as const;
  const callId = newId();
  await insertEvents(
    tx,
    live.map(({ id }) => ({ who: by.who, orderId: id, ...happened, callId })),
  );
  if (!recipient) return;
  const charges = await queries.listCharges(tx, charged.owner.id);
  const { owner, of } = charged;
  const about = { of, id: owner.id, version: owner.version + 1, orders: live, charges, subject, charge };
  await mailCharge(tx, recipient, about, by.emailContext);
}

/** The charges of an order or sheet as its page shows them, with the invoices that bill them. */
export async function readCharges(
  db: Db,
  { billing, isStaff }: Pick<Changing, "billing"> & { isStaff: boolean },
  ownerId: string,
) {
  const found = await queries.listCharges(db, ownerId);
  const invoices = await billing.listCharged(
    db,
    found.map(({ _id }) => _id),
  );
  return found.map((charge) => ({
    ...charge,
    by: isStaff ? charge.by : null,
    invoice: invoices.get(charge._id) ?? null,
  }));
}

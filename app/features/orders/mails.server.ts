import { inArray } from "drizzle-orm";
import { formatPieces, formatTotal, formatUnitPrice, totalPrice } from "#app/contract/money.ts";
import { listAdmins } from "#app/features/identity/admins.server.ts";
import { type Db, inTransaction, type Tx } from "#app/platform/db/client.server.ts";
import { enqueueMails, type Mail } from "#app/platform/mail/enqueue.server.ts";
import { type Letterhead, layOut } from "#app/platform/mail/layout.server.ts";
import { orders, untoldOrders } from "./tables.server.ts";

const mailed = {
  id: orders.id,
  number: orders.number,
  name: orders.name,
  email: orders.email,
  phone: orders.phone,
  address: orders.address,
  productName: orders.productName,
  orderQuantity: orders.orderQuantity,
  unitPrice: orders.unitPrice,
};

type PlacedOrder = Pick<typeof orders.$inferSelect, keyof typeof mailed>;

/** How many orders are told of in one transaction. */
const BATCH = 50;

/** Leaves the mails of a placed order to `tellPlacedOrders`. They are sent if, and only if, the transaction commits. */
export async function leaveUntold(tx: Tx, orderId: string, { isVerified }: { isVerified: boolean }): Promise<void> {
  await tx.insert(untoldOrders).values({ orderId, isVerified });
}

/**
 * Writes the mails of the orders that nobody has been told of, until there are none: one to every admin; and one to the
 * buyer, but only at an address that was confirmed when the order was placed: a stranger must never get what somebody
 * else typed. Several processes may do so at once.
 */
export async function tellPlacedOrders(db: Db, letterhead: Letterhead): Promise<void> {
  let told = BATCH;
  while (told === BATCH) told = await inTransaction(db, (tx) => tellSome(tx, letterhead));
}

/** Returns how many orders it told of. */
async function tellSome(tx: Tx, letterhead: Letterhead): Promise<number> {
  const oldest = tx
    .select({ seq: untoldOrders.seq })
    .from(untoldOrders)
    .orderBy(untoldOrders.seq)
    .limit(BATCH)
    .for("update", { skipLocked: true });
  const untold = await tx.delete(untoldOrders).where(inArray(untoldOrders.seq, oldest)).returning();
  if (untold.length === 0) return 0;
  const mails = await writeMails(tx, untold, letterhead);
  if (mails.length > 0) await enqueueMails(tx, mails);
  return untold.length;
}

/** The mails that `tellPlacedOrders` would write now. It writes nothing, so that a backup may ask within its snapshot. */
export async function listUntoldMails(db: Db, letterhead: Letterhead): Promise<Mail[]> {
  const untold = await db.select().from(untoldOrders);
  return untold.length > 0 ? writeMails(db, untold, letterhead) : [];
}

type Untold = Pick<typeof untoldOrders.$inferSelect, "orderId" | "isVerified">;

async function writeMails(db: Db | Tx, untold: readonly Untold[], letterhead: Letterhead): Promise<Mail[]> {
  const ids = untold.map(({ orderId }) => orderId);
  const placed = await db.select(mailed).from(orders).where(inArray(orders.id, ids)).orderBy(orders.number);
  const admins = await listAdmins(db);
  const verified = new Set(untold.flatMap(({ orderId, isVerified }) => (isVerified ? [orderId] : [])));
  return placed.flatMap((order) => [
    ...(verified.has(order.id) ? [toBuyer(order, letterhead)] : []),
    ...toAdmins(order, admins, letterhead),
  ]);
}

function toBuyer(order: PlacedOrder, letterhead: Letterhead) {
  return {
    ...layOut(writeConfirmation(order), letterhead),
    to: { name: order.name, address: order.email },
    enclosed: [`confirmation order ${order.id}`],
    key: `order ${order.id} confirmed`,
  };
}

function toAdmins(order: PlacedOrder, admins: Awaited<ReturnType<typeof listAdmins>>, letterhead: Letterhead) {
  if (admins.length === 0) return [];
  const notice = layOut(writeNotice(order), letterhead);
  return admins.map(({ id, name, email }) => ({
    ...notice,
    to: { name, address: email },
    key: `order ${order.id} told to ${id}`,
  }));
}

function writeConfirmation(order: PlacedOrder) {
  return {
    subject: `Order No. ${order.number} placed: ${summarize(order)}`,
    heading: "Your order is placed",
    paragraphs: [
      `Thank you, ${order.name}. We have set the pieces aside for you.`,
      "An admin will review the order. To pay or to cancel, open it. The confirmation is attached.",
    ],
    facts: listFacts(order),
    button: openOrder(order),
    finePrint: "You get this mail because the order was placed with your account. If that was not you, please tell us.",
  };
}

function writeNotice(order: PlacedOrder) {
  return {
    subject: `New order No. ${order.number}: ${summarize(order)}`,
    heading: "A new order",
    paragraphs: [`${order.name} (${order.email}) has placed an order.`],
    facts: listFacts(order),
    button: openOrder(order),
    finePrint: "You get this mail because you are an admin of the shop.",
  };
}

function summarize({ orderQuantity, productName }: PlacedOrder): string {
  return `${formatPieces(orderQuantity)} × ${productName}`;
}

function openOrder({ number }: Pick<PlacedOrder, "number">) {
  return { label: `Open order No. ${number}`, to: `/dashboard/orders/${number}` };
}

function listFacts({ number, productName, orderQuantity, unitPrice, address, phone }: PlacedOrder) {
  return [
    ["Item", productName],
    ["Pieces", formatPieces(orderQuantity)],
    ["Price per piece", formatUnitPrice(unitPrice)],
    ["Total", formatTotal(totalPrice(unitPrice, orderQuantity))],
    ["Send to", address],
    ["Phone", phone],
    ["Order", `No. ${number}`],
  ] as const;
}

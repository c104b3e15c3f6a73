import { and, asc, desc, eq, isNotNull, or } from "drizzle-orm";
import type { IdOrNumber } from "#app/contract/id.ts";
import { notAllowed, notFound } from "#app/contract/problem.ts";
import { recordAction } from "#app/features/audit/queries.server.ts";
import { listStaff } from "#app/features/identity/admins.server.ts";
import { users } from "#app/features/identity/tables.server.ts";
import { mayActOn, mayRead } from "#app/features/orders/access.server.ts";
import { listAddress } from "#app/features/orders/address.rules.ts";
import { orderActions } from "#app/features/orders/audit-actions.server.ts";
import { nameOrders } from "#app/features/orders/email-templates.server.ts";
import type { Side } from "#app/features/orders/facts.ts";
import { ofBuyers } from "#app/features/orders/find/filter.server.ts";
import type { Conversation } from "#app/features/orders/messages.contract.ts";
import type { Actor } from "#app/features/orders/status/billing.server.ts";
import { insertEvent } from "#app/features/orders/status/events.server.ts";
import { findRecipient } from "#app/features/orders/status/move-mails.server.ts";
import { orderSheets, orders } from "#app/features/orders/tables.server.ts";
import type { Db, Tx } from "#app/platform/db/client.server.ts";
import { isNamed, newId } from "#app/platform/db/columns.server.ts";
import { requirePermission } from "#app/platform/http/access.server.ts";
import type { Person } from "#app/platform/http/handler.server.ts";
import { refuse } from "#app/platform/http/refusal.server.ts";
import { enqueueMails } from "#app/platform/mail/enqueue.server.ts";
import { layOut } from "#app/platform/mail/layout.server.ts";
import { messages } from "./tables.server.ts";

/** What a conversation is about. */
export type Of = "order" | "sheet";

type Subject = {
  id: string;
  number: number;
  userId: string | null;
  companyId: string | null;
  company: string | null;
  sheetNumber: number | null;
  poNumber: string | null;
};

/** @throws Refusal not-found of what does not exist, or is another buyer's. */
async function findSubject(db: Db | Tx, who: Person, of: Of, idOrNumber: IdOrNumber): Promise<Subject> {
  const [found] =
    of === "order"
      ? await db
          .select({
            id: orders.id,
            number: orders.number,
            userId: orders.userId,
            companyId: orders.companyId,
            company: orders.company,
            sheetNumber: orders.sheetNumber,
            poNumber: orders.poNumber,
          })
          .from(orders)
          .where(isNamed(orders, idOrNumber))
      : await db
          .select({
            id: orderSheets.id,
            number: orderSheets.number,
            userId: orderSheets.userId,
            companyId: orderSheets.companyId,
            company: orderSheets.company,
            sheetNumber: orderSheets.number,
            poNumber: orderSheets.poNumber,
          })
          .from(orderSheets)
          .where(isNamed(orderSheets, idOrNumber));
  if (!found || !(await mayRead(db, who, found))) {
    refuse(notFound, `This ${of === "order" ? "order" : "order sheet"} does not exist.`);
  }
  return found;
}

/** What was written about an order or sheet, oldest first, and who is to answer. */
export async function readConversation(
  db: Db | Tx,
  who: Person,
  of: Of,
  idOrNumber: IdOrNumber,
): Promise<Conversation> {
  const { id } = await findSubject(db, who, of, idOrNumber);
  const rows = await db
    .select({
      _id: messages.id,
      at: messages.createdAt,
      side: messages.side,
      authorId: messages.authorId,
      name: users.name,
      words: messages.words,
      waitingFor: messages.waitingFor,
    })
    .from(messages)
    .leftJoin(users, eq(users.id, messages.authorId))
    .where(eq(of === "order" ? messages.orderId : messages.sheetId, id))
    .orderBy(asc(messages.createdAt), asc(messages.id));
  const shown = rows.map(({ authorId, name, waitingFor: _, ...row }) => ({
    ...row,
    name: row.side === "us" && !who.isAdmin ? null : (name ?? "a former member"),
    isMine: authorId === who.id,
  }));
  return { messages: shown, waitingFor: rows.at(-1)?.waitingFor ?? null };
}

/**
 * Writes a message, or that the last one needs no answer, and mails the other side, in `tx`. Returns its id.
 * @throws Refusal not-found, and not-allowed for a buyer who says that no answer is needed.
 */
export async function writeMessage(
  tx: Tx,
  by: Actor,
  of: Of,
  idOrNumber: IdOrNumber,
  words: string | null,
): Promise<string> {
  const { who } = by;
  const subject = await findSubject(tx, who, of, idOrNumber);
  const side: Side = who.isAdmin && subject.userId !== who.id ? "us" : "buyer";
  if (side === "us") requirePermission(who, "manage-orders");
  if (!(await mayActOn(tx, who, subject))) refuse(notAllowed, "You may look and print.");
  if (side === "buyer" && words === null) refuse(notAllowed, "Only we say that no answer is needed.");
  const id = newId();
  const [table, about, column] =
    of === "order"
      ? ([orders, { orderId: subject.id }, messages.orderId] as const)
      : ([orderSheets, { sheetId: subject.id }, messages.sheetId] as const);
  // Two who write at once follow one another: only the last message waits.
  await tx.select({ id: table.id }).from(table).where(eq(table.id, subject.id)).for("no key update");
  const isWaiting = and(eq(column, subject.id), isNotNull(messages.waitingFor));
  await tx.update(messages).set({ waitingFor: null }).where(isWaiting);
  const waitingFor: Side | null = words === null ? null : side === "us" ? "buyer" : "us";
  const written = { id, ...about, buyerId: subject.userId ?? who.id, authorId: who.id, side, words, waitingFor };
  await tx.insert(messages).values(written);
  await announce(tx, who, of, subject.id);
  if (side === "us") {
    const name = of === "order" ? `No. ${subject.number}` : `Sheet S-${subject.number}`;
    await recordAction(tx, by, { action: orderActions.message, object: name, objectId: subject.id });
  }
  if (words !== null) await mailMessage(tx, by, subject, { id, of, side, words });
  return id;
}

/** Open pages hear of it by an event of the order, or of the first order of the sheet. */
async function announce(tx: Tx, who: Person, of: Of, id: string): Promise<void> {
  const isAbout = eq(of === "order" ? orders.id : orders.sheetId, id);
  const [first] = await tx.select({ id: orders.id }).from(orders).where(isAbout).orderBy(asc(orders.number)).limit(1);
  if (first) await insertEvent(tx, { who, orderId: first.id, kind: "message" });
}

type Written = { id: string; of: Of; side: Side; words: string };

async function mailMessage(tx: Tx, { who, emailContext }: Actor, subject: Subject, written: Written): Promise<void> {
  const { id, of, side, words } = written;
  const name = nameOrders([subject]);
  const page = of === "order" ? `orders/${subject.number}` : `ordersheets/${subject.number}`;
  const button = { label: side === "us" ? "Answer" : "Open and answer", to: `/dashboard/${page}` };
  if (side === "us") {
    const recipient = await findRecipient(tx, subject);
    if (!recipient) return;
    const letter = {
      subject: `${name}: a question for you`,
      heading: `${name}: a question for you`,
      paragraphs: [`Hello ${recipient.name},`, words, "Please answer on the page. Replies to this mail are not read."],
      button,
      finePrint: "You get this mail because you ordered from us.",
    };
    const to = { name: recipient.name, address: recipient.email };
    await enqueueMails(tx, [{ ...layOut(letter, emailContext), to, key: `message ${id}` }]);
    return;
  }
  const author = listAddress({ company: subject.company, name: who.name, address: "", country: null }).join(", ");
  const letter = {
    subject: `${name}: message from ${author}`,
    heading: `${name}: message from ${author}`,
    paragraphs: [words, "Please answer on the page. Replies to this mail are not read."],
    button,
    finePrint: "You get this mail because you look after orders.",
  };
  const admins = await listStaff(tx, ["orders", "owner"]);
  await enqueueMails(
    tx,
    admins.map(({ id: to, name, email }) => {
      return { ...layOut(letter, emailContext), to: { name, address: email }, key: `message ${id} to ${to}` };
    }),
  );
}

/** The most that one list of waiting conversations holds. */
const MOST_WAITING = 100;

/** Conversations that wait for staff, or for this buyer, the longest waiting first. */
export async function listWaiting(db: Db, who: Person) {
  const rows = await db
    .select({
      ...{ at: messages.createdAt, words: messages.words, order: orders.number, sheet: orderSheets.number },
      ...{ poOfOrder: orders.poNumber, poOfSheet: orderSheets.poNumber },
      ...{ nameOfOrder: orders.name, nameOfSheet: orderSheets.name },
    })
    .from(messages)
    .leftJoin(orders, eq(orders.id, messages.orderId))
    .leftJoin(orderSheets, eq(orderSheets.id, messages.sheetId))
    .where(
      and(
        eq(messages.waitingFor, who.isAdmin ? "us" : "buyer"),
        who.isAdmin ? undefined : eq(messages.buyerId, who.id),
        // Of what they may still read.
        who.isAdmin ? undefined : or(ofBuyers({ mine: who.id }), ofBuyers({ mine: who.id }, orderSheets)),
      ),
    )
    .orderBy(asc(messages.createdAt))
    .limit(MOST_WAITING);
  return rows.flatMap(({ at, words, order, sheet, ...row }) => {
    const number = order ?? sheet;
    if (number === null || words === null) return [];
    const of = order === null ? ("sheet" as const) : ("order" as const);
    const name = row.nameOfOrder ?? row.nameOfSheet ?? "";
    return [{ of, number, poNumber: row.poOfOrder ?? row.poOfSheet, name, at, words }];
  });
}

/** Everything that was written to or by a buyer about their orders, newest first. */
export function listMessagesOf(db: Db, buyerId: string) {
  return db
    .select({
      at: messages.createdAt,
      orderId: messages.orderId,
      sheetId: messages.sheetId,
      side: messages.side,
      words: messages.words,
    })
    .from(messages)
    .where(eq(messages.buyerId, buyerId))
    .orderBy(desc(messages.id));
}

import { addTotals, formatTotal } from "#app/contract/money.ts";
import { listStaff } from "#app/features/identity/admins.server.ts";
import { withCompanyCopies } from "#app/features/orders/company-copies.server.ts";
import { formatDay } from "#app/features/orders/days.server.ts";
import {
  describeBuyer,
  describeLine,
  describeMore,
  listReferences,
  MOST,
  nameOrders,
  openOrders,
  summarize,
  sumOf,
} from "#app/features/orders/email-templates.server.ts";
import type { OrderRow } from "#app/features/orders/queries.server.ts";
import { isEnded } from "#app/features/orders/rules.ts";
import type { CreditNote } from "#app/features/orders/status/billing.server.ts";
import type { Acting } from "#app/features/orders/status/cancelling.server.ts";
import { findRecipient } from "#app/features/orders/status/move-mails.server.ts";
import type { Tx } from "#app/platform/db/client.server.ts";
import { enqueueMails, type Mail } from "#app/platform/mail/enqueue.server.ts";
import { type EmailContent, layOut } from "#app/platform/mail/layout.server.ts";
import { listChanges, type OrderChange } from "./change.rules.ts";

type ReportedChange = {
  /** The orders as they were, each with its change. */
  changed: readonly { order: OrderRow; change: OrderChange; reason: string | undefined }[];
  /** Lines that a sheet gained and lost. */
  added?: readonly OrderRow[];
  removed?: readonly OrderRow[];
  /** The order, or all orders of the sheet, as they are now. */
  all: readonly OrderRow[];
  /** The version of the confirmation of the order or sheet. */
  version: number;
  /** What was credited of what had been invoiced, and the number of the invoice that follows at once. */
  creditNotes?: readonly CreditNote[];
  invoice?: string | undefined;
};

/**
 * Tells the buyer of a change, if their address is confirmed, with the new confirmation; and staff, if the buyer made
 * it. In the transaction of the change, which is reported as one however many orders it is about.
 */
export async function mailChange(tx: Tx, { who, emailContext }: Acting, reported: ReportedChange): Promise<void> {
  const [first] = reported.all;
  if (!first) return;
  const recipient = await findRecipient(tx, first);
  const of = first.sheetId ? `sheet ${first.sheetId}` : `order ${first.id}`;
  const key = `${of} changed ${reported.version}`;
  const isOwn = who.id === first.userId;
  const toBuyer: Mail[] = recipient
    ? [
        {
          ...layOut(writeChange(reported, { name: recipient.name, isOwn }), emailContext),
          to: { name: recipient.name, address: recipient.email },
          enclosed: [`confirmation ${of} version ${reported.version}`, ...listEnclosed(reported)],
          key,
        },
      ]
    : [];
  const admins = isOwn && !who.isAdmin ? await listStaff(tx, ["orders", "owner"]) : [];
  const notice = layOut(writeChangeNotice(reported, first), emailContext);
  const toAdmins = admins.map(({ id, name, email }) => ({
    ...{ ...notice, to: { name, address: email }, key: `${key}, to ${id}` },
  }));
  if (toBuyer.length + toAdmins.length > 0) {
    await enqueueMails(tx, await withCompanyCopies(tx, [...toBuyer, ...toAdmins]));
  }
}

/** The papers that follow from a change, beside the confirmation. */
function listEnclosed({ creditNotes = [], invoice, changed }: ReportedChange): string[] {
  const [first] = changed;
  return [
    ...creditNotes.slice(0, MOST.enclosed).map(({ id }) => `credit-note ${id}`),
    ...(invoice && first ? [`invoice order ${first.order.id}`] : []),
  ];
}

/** What happens to what was invoiced before, in sentences. */
function sayRebilled({ creditNotes = [], invoice, changed }: ReportedChange): string[] {
  const [only, ...others] = creditNotes;
  if (!only) return [];
  const sum = formatTotal(addTotals(creditNotes.map(({ amount }) => amount)));
  const notes =
    others.length === 0
      ? `Credit note ${only.number} over ${sum} takes back what was invoiced before, and is attached.`
      : `${creditNotes.length} credit notes over ${sum} take back what was invoiced before, and are ${
          creditNotes.length > MOST.enclosed ? "on the pages of their orders" : "attached"
        }.`;
  const isNextDue = changed.some(({ order }) => order.payment !== "pending");
  if (invoice) return [`${notes} Invoice ${invoice} is attached, too. What you paid counts towards it.`];
  return [isNextDue ? `${notes} A new invoice follows.` : notes];
}

/** The new confirmation in words. */
function writeChange(reported: ReportedChange, { name, isOwn }: { name: string; isOwn: boolean }): EmailContent {
  const { all, version } = reported;
  const live = listLive(all);
  const it = all[0]?.sheetId ? "this sheet" : "this order";
  return {
    subject: `${nameOrders(live)}: changed, ${summarize(live)}`,
    heading: `${nameOrders(live)}: changed`,
    paragraphs: [
      `Hello ${name},`,
      `${isOwn ? `You have changed ${it}.` : `We have changed ${it}.`} Below is what is different now.`,
      `The new confirmation, version ${version}, is attached.`,
      ...sayRebilled(reported),
      ...describeMore(reported.changed),
    ],
    facts: listFacts(reported),
    button: openOrders(live),
    finePrint: "You get this mail because you ordered from us. Reply to it if something is wrong.",
  };
}

function writeChangeNotice(reported: ReportedChange, buyer: OrderRow): EmailContent {
  const live = listLive(reported.all);
  return {
    subject: `${nameOrders(live)}: changed by the buyer, ${summarize(live)}`,
    heading: `${nameOrders(live)}: changed by the buyer`,
    paragraphs: [`${describeBuyer(buyer)} has changed what was ordered.`, ...describeMore(reported.changed)],
    facts: listFacts(reported),
    button: openOrders(live),
    finePrint: "You get this mail because you are an admin of the shop.",
  };
}

type Facts = [label: string, value: string][];

function listFacts({ changed, added = [], removed = [], all, version }: ReportedChange): Facts {
  const [only, ...others] = changed;
  const isAlone = all.length === 1 && only && others.length === 0;
  const differences: Facts = isAlone
    ? [
        ...writeTerms(only.change),
        ...(only.reason ? [["Reason", only.reason] satisfies Facts[number]] : []),
        ["Item", only.order.productName],
      ]
    : [
        ...listShared(changed),
        ...changed.slice(0, MOST.listed).flatMap(({ order, change, reason }): Facts => {
          const words = writeTerms(withoutShared(change)).map(([label, value]) => `${label}: ${value}`);
          if (words.length === 0) return [];
          return [[`No. ${order.number}`, [order.productName, ...words, reason ?? []].flat().join("\n")]];
        }),
        ...added.map((order): Facts[number] => [`No. ${order.number}`, ["Added", ...describeLine(order)].join("\n")]),
        ...removed.map((order): Facts[number] => {
          return [`No. ${order.number}`, ["Removed", ...describeLine(order)].join("\n")];
        }),
      ];
  return [
    ["New total", sumOf(listLive(all))],
    ...differences,
    ...listReferences(listLive(all)),
    ["Confirmation", `version ${version}`],
  ];
}

const SHARED = ["address", "poNumber", "wantedOn"] as const;

/** What a change did to all orders of a sheet alike, once. */
function listShared(changed: ReportedChange["changed"]): Facts {
  const change = changed.find(({ change }) => SHARED.some((term) => term in change.after))?.change;
  if (!change) return [];
  const pick = (from: OrderChange["after"]) =>
    Object.fromEntries(SHARED.flatMap((term) => (term in from ? [[term, from[term]]] : [])));
  return writeTerms({ ...change, before: pick(change.before), after: pick(change.after) });
}

function withoutShared(change: OrderChange): OrderChange {
  const { address: _, poNumber: __, wantedOn: ___, ...after } = change.after;
  return { ...change, after };
}

function writeTerms(change: OrderChange): Facts {
  return listChanges(change, formatDay).map(({ term, label, before, after }) => {
    return [label, term === "address" ? after : `${after}, before: ${before}`];
  });
}

/** Those that count: all that have not ended, unless every one has. */
function listLive(all: readonly OrderRow[]): readonly OrderRow[] {
  const live = all.filter((order) => !isEnded(order));
  return live.length > 0 ? live : all;
}

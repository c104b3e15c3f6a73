import { dayAt } from "#app/contract/calendar.ts";
import { addTotals, totalPrice } from "#app/contract/money.ts";
import { invalidInput, unavailable } from "#app/contract/problem.ts";
import { lockMemberships } from "#app/features/companies/queries.server.ts";
import { readDestination } from "#app/features/orders/address.rules.ts";
import { findMemberRefusal } from "#app/features/orders/placing/member.server.ts";
import { lockTrims, writeOrders } from "#app/features/orders/placing/queries.server.ts";
import { quotePrice } from "#app/features/trims/rules.ts";
import { formatArticle } from "#app/features/trims/trim-name.ts";
import type { Tx } from "#app/platform/db/client.server.ts";
import { newId } from "#app/platform/db/columns.server.ts";
import type { Person } from "#app/platform/http/handler.server.ts";
import { refuse } from "#app/platform/http/refusal.server.ts";
import type { SheetInput } from "./changes.contract.ts";
import { deleteDraft, insertSheet, queueNotification } from "./queries.server.ts";
import { type Fault, findFaults, findFirstKind } from "./rules.ts";

/** Whose sheet it becomes. */
export type Buyer = Pick<Person, "id" | "name" | "email" | "isVerified">;

/**
 * Sends a sheet that `who` wrote for `buyer`, who may be the same: locks and checks all lines, takes their pieces, writes
 * what was ordered, and leaves the mails to `mailPendingSheets`; all in `tx`, or nothing. The draft is deleted, if `draft`
 * is its version, or is not given.
 * @throws Refusal not-found, below-minimum, above-available or price-changed, with the faults of all lines; not-allowed or
 * approval-needed for what a member may not order by themselves.
 */
export async function send(
  tx: Tx,
  { who, buyer }: { who: Person; buyer: Buyer },
  { lines, ...input }: Omit<SheetInput, "name" | "email">,
  draft?: string,
) {
  const trims = await lockTrims(
    tx,
    lines.map(({ trimId }) => trimId),
  );
  // Membership says for whom it is, whatever the sheet names.
  const membership = (await lockMemberships(tx, [buyer.id])).get(buyer.id);
  const company = membership ?? (input.company ? { companyId: undefined, company: input.company } : undefined);
  const priced = lines.flatMap(({ trimId, orderQuantity }) => {
    const trim = trims.get(trimId);
    if (!trim) return [];
    const { unitPrice } = quotePrice(trim, orderQuantity);
    return [{ ...{ id: newId(), by: who, buyer, company, trim, orderQuantity, unitPrice } }];
  });
  const shelves = new Map(priced.map(({ trim, unitPrice }) => [trim.id, { ...trim, unitPrice }]));
  const faults = findFaults(lines, shelves);
  if (faults.length > 0) refuseFaults(faults, (at) => trims.get(lines[at]?.trimId ?? "")?.number);
  const total = addTotals(priced.map(({ unitPrice, orderQuantity }) => totalPrice(unitPrice, orderQuantity)));
  // What somebody sends for another is theirs to answer for.
  const refused = buyer.id === who.id && findMemberRefusal(membership, total);
  if (refused) throw refused;
  const { phone, poNumber, wantedOn } = input;
  const destination = readDestination(input);
  const sheet = await insertSheet(tx, {
    ...{ userId: buyer.id, name: buyer.name, email: buyer.email, phone, ...destination, poNumber, wantedOn },
    // A manager who approves has not entered it.
    enteredBy: buyer.id !== who.id && who.isAdmin ? who.name : null,
    ...{
      companyId: company?.companyId,
      company: company?.company ?? null,
      country: input.shipTo?.country ?? input.country,
    },
    ...{ note: input.note, lines: lines.length },
    pieces: lines.reduce((sum, { orderQuantity }) => sum + orderQuantity, 0),
    total,
  });
  await writeOrders(
    tx,
    priced.map((line) => ({ ...line, phone, ...destination, sheet: { ...sheet, poNumber, wantedOn } })),
  );
  await queueNotification(tx, sheet.id, buyer);
  await deleteDraft(tx, { userId: who.id, forId: buyer.id }, draft);
  return { insertedId: sheet.id, number: sheet.number, orderIds: priced.map(({ id }) => id), total };
}

/** Says all that is wrong, trim by trim, by a refusal. A trim that is unknown or has gone is named by its line, counted from 1. */
export function refuseFaults(faults: readonly Fault[], articleOf: (line: number) => number | undefined): never {
  const problem = findFirstKind(faults) ?? unavailable;
  const detail = faults
    .map(({ field, message }) => {
      const at = Number(field.split(".")[1]);
      const article = articleOf(at);
      const what = article === undefined ? `Line ${at + 1}` : `No. ${formatArticle(article)}`;
      return `${what}: ${message.replace(/\.$/, "")}`;
    })
    .join("; ");
  const errors = faults.map(({ field, message }) => ({ field, message }));
  const now = faults.flatMap(({ field, now }) => (now === undefined ? [] : [[field, now] as const]));
  refuse(problem, `${detail}. Nothing was ordered.`, errors, now.length > 0 ? Object.fromEntries(now) : undefined);
}

/** @throws Refusal invalid-input for a day before today. */
export function refusePastDay(wantedOn: string | null, timeZone: string): void {
  if (wantedOn === null || wantedOn >= dayAt(new Date(), timeZone)) return;
  const message = "Please choose today or a later day";
  refuse(invalidInput, message, [{ field: "wantedOn", message }]);
}

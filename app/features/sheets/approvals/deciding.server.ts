import { notAllowed, notFound } from "#app/contract/problem.ts";
import { recordAction } from "#app/features/audit/queries.server.ts";
import { ONLY_LOOKS } from "#app/features/companies/labels.ts";
import { lockMemberships, type Membership } from "#app/features/companies/queries.server.ts";
import { placeOrders } from "#app/features/orders/placing/door.server.ts";
import { findOrder } from "#app/features/orders/queries.server.ts";
import type { decideApproval } from "#app/features/sheets/approvals.contract.ts";
import { sheetActions } from "#app/features/sheets/audit-actions.server.ts";
import { approvalDecided, askerCannotOrder } from "#app/features/sheets/problems.ts";
import { findBuyer } from "#app/features/sheets/queries.server.ts";
import { type Buyer, refusePastDay, send } from "#app/features/sheets/sending.server.ts";
import { listTrimsById } from "#app/features/trims/queries.server.ts";
import type { Tx } from "#app/platform/db/client.server.ts";
import type { Client, Person } from "#app/platform/http/handler.server.ts";
import { Refusal, refuse } from "#app/platform/http/refusal.server.ts";
import type { EmailContext } from "#app/platform/mail/layout.server.ts";
import { mailAsker } from "./mails.server.ts";
import { type ApprovalRow, lockApproval, updateApproval } from "./queries.server.ts";

type Deciding = { who: Person; from: Client; emailContext: EmailContext; timeZone: string };
type Decision = typeof decideApproval.body._output;

/**
 * Decides about what was asked: a manager approves it, which sends it as of now in the asker's name, or returns it; the
 * asker takes it back. Returns the number of what was sent, and its trims.
 * @throws Refusal not-found of what another company asked, not-allowed, approval-decided if somebody was faster,
 * asker-cannot-order, and whatever stands against sending it: below-minimum, above-available or price-changed.
 */
export async function decide(tx: Tx, by: Deciding, id: string, decision: Decision) {
  const { who } = by;
  const asked = await lockApproval(tx, id);
  const members = await lockMemberships(tx, asked ? [...new Set([who.id, asked.userId])].toSorted() : []);
  const me = members.get(who.id);
  const isMine = asked?.userId === who.id;
  if (!asked || me?.companyId !== asked.companyId || !(isMine || me.role === "manager")) {
    return refuse(notFound, "There is no such request in your company.");
  }
  if (decision.to === "withdrawn") return withdraw(tx, who, asked);
  if (me.role !== "manager") refuse(notAllowed, me.role === "viewer" ? ONLY_LOOKS : "Only managers may decide this.");
  if (isMine) refuse(notAllowed, "Another manager has to decide what you asked for.");
  if (asked.state !== "waiting") refuseDecided(asked);
  const buyer = await findBuyer(tx, asked.userId);
  const about = { object: asked.poNumber ?? (asked.isSheet ? "Order sheet" : "Order"), objectId: id, before: null };
  if (decision.to === "returned") {
    const { reason = "" } = decision;
    await updateApproval(tx, id, { state: "returned", decidedBy: who.id, reason, sentAs: null });
    if (buyer?.isVerified)
      await mailAsker(tx, buyer, { id, by: who.name, asked, state: "returned", reason }, by.emailContext);
    await recordAction(tx, by, { action: sheetActions.return, ...about, after: { total: asked.total } });
    return { sentAs: null, trimIds: [] };
  }
  if (!buyer) refuseAsker();
  refuseWhoCannot(members.get(asked.userId), asked);
  const sent = await sendAsked(tx, by, { asked, buyer, prices: decision.prices ?? [] });
  await updateApproval(tx, id, { state: "approved", decidedBy: who.id, reason: null, sentAs: sent.number });
  if (buyer.isVerified) {
    await mailAsker(tx, buyer, { id, by: who.name, asked, state: "approved", sentAs: sent.number }, by.emailContext);
  }
  await recordAction(tx, by, {
    action: sheetActions.approve,
    ...about,
    after: { number: sent.number, email: buyer.email },
  });
  return { sentAs: sent.number, trimIds: asked.lines.map(({ trimId }) => trimId) };
}

async function withdraw(tx: Tx, who: Person, asked: ApprovalRow) {
  if (asked.userId !== who.id) refuse(notAllowed, "Only whoever asked may take it back.");
  if (asked.state !== "waiting" && asked.state !== "returned") refuseDecided(asked);
  await updateApproval(tx, asked.id, { state: "withdrawn", decidedBy: who.id, reason: null, sentAs: null });
  return { sentAs: null, trimIds: [] };
}

function refuseDecided({ state }: ApprovalRow): never {
  refuse(approvalDecided, `This was ${state === "withdrawn" ? "taken back" : state} already.`);
}

function refuseAsker(): never {
  refuse(askerCannotOrder, "Whoever asked may not order for your company any more. Nothing was sent.");
}

function refuseWhoCannot(asker: Membership | undefined, { companyId }: ApprovalRow): void {
  if (asker?.companyId !== companyId || asker.role === "viewer") refuseAsker();
}

type Asked = { asked: ApprovalRow; buyer: Buyer; prices: readonly { trimId: string; unitPrice: string }[] };

/** Sends what was asked for, at the prices that were asked or that the approver saw, if they have not risen since. */
async function sendAsked(tx: Tx, { who, timeZone }: Deciding, { asked, buyer, prices }: Asked) {
  const seen = new Map(prices.map(({ trimId, unitPrice }) => [trimId, unitPrice]));
  const lines = asked.lines.map(({ trimId, orderQuantity, unitPrice }) => {
    return { trimId, orderQuantity, unitPrice: seen.get(trimId) ?? unitPrice };
  });
  const { phone, address, poNumber, wantedOn, note, country } = asked;
  const shipTo = asked.shipTo ?? undefined;
  if (asked.isSheet) {
    refusePastDay(wantedOn, timeZone);
    return send(
      tx,
      { who, buyer },
      { phone, address, shipTo, poNumber, wantedOn, note, country, company: null, lines },
    );
  }
  const [line] = lines;
  const [trim] = line ? await listTrimsById(tx, [line.trimId]) : [];
  if (!line || !trim) return refuse(notFound, "This trim is no longer in the catalogue.");
  // The approver reads what it is called now.
  const input = { ...line, phone, address, shipTo, name: buyer.name, email: buyer.email, productName: trim.name };
  const [placed] = await placeOrders(tx, [{ by: who, buyer, input, key: undefined, counts: [] }]);
  if (!placed || placed instanceof Refusal) throw placed ?? new Error("the order was not placed");
  const order = await findOrder(tx, placed.insertedId);
  if (!order) throw new Error("the order was not placed");
  return { number: order.number };
}

import { id } from "#app/contract/id.ts";
import { addTotals, totalPrice } from "#app/contract/money.ts";
import { notAllowed, notFound } from "#app/contract/problem.ts";
import { ONLY_LOOKS } from "#app/features/companies/labels.ts";
import { findMembership, listManagers, lockMemberships } from "#app/features/companies/queries.server.ts";
import { refuseUnverified } from "#app/features/identity/verified.server.ts";
import { readDestination } from "#app/features/orders/address.rules.ts";
import * as contract from "#app/features/sheets/approvals.contract.ts";
import { refuseChanged } from "#app/features/sheets/draft/answer.server.ts";
import { findDraft, lockDraft } from "#app/features/sheets/draft/draft.server.ts";
import type { sheetRules } from "#app/features/sheets/limits.server.ts";
import { CHANGED_UNSENT } from "#app/features/sheets/problems.ts";
import { deleteDraft } from "#app/features/sheets/queries.server.ts";
import { findFaults } from "#app/features/sheets/rules.ts";
import { refuseFaults, refusePastDay } from "#app/features/sheets/sending.server.ts";
import { oneTrim, TRIMS } from "#app/features/trims/page-subjects.ts";
import { listTrimsById } from "#app/features/trims/queries.server.ts";
import { quotePrice } from "#app/features/trims/rules.ts";
import type { Tx } from "#app/platform/db/client.server.ts";
import { type Served, serve } from "#app/platform/http/handler.server.ts";
import { withIdempotencyKey, withLimitAndKey } from "#app/platform/http/idempotency.server.ts";
import { readVersion } from "#app/platform/http/if-match.server.ts";
import { type Limits, limitAction } from "#app/platform/http/limits.server.ts";
import { answerPage, readPage } from "#app/platform/http/pagination.server.ts";
import { refuse } from "#app/platform/http/refusal.server.ts";
import type { EmailContext } from "#app/platform/mail/layout.server.ts";
import { decide } from "./deciding.server.ts";
import { mailManagers } from "./mails.server.ts";
import * as queries from "./queries.server.ts";

type ApprovalSettings = {
  emailContext: EmailContext;
  requireVerifiedEmail: boolean;
  limits: Limits<keyof typeof sheetRules>;
  orderEvents: { publish(): void };
  timeZone: string;
};

/** What `contract.ts` declares, served. */
export function approvalsApi({
  emailContext,
  requireVerifiedEmail,
  limits,
  orderEvents,
  timeZone,
}: ApprovalSettings): Served[] {
  return [
    serve(contract.askForApproval, async ({ db, who, network, headers, body, setHeader }) => {
      const asked = readAsked(body);
      if (asked.email !== who.email) refuse(notAllowed, "Approval can only be asked under your own e-mail address.");
      if (requireVerifiedEmail) refuseUnverified(who);
      const request = {
        owner: who.id,
        key: headers["idempotency-key"],
        endpoint: contract.askForApproval,
        content: body,
      };
      return withLimitAndKey(
        <Done>(work: () => Promise<Done>) => limitAction<"approval", Done>(limits, "approval", who, network, work),
        db,
        request,
        async (tx) => {
          // Nobody moves or removes the member until it is written for their company.
          const member =
            (await lockMemberships(tx, [who.id])).get(who.id) ?? refuse(notFound, "You belong to no company.");
          if (member.role === "viewer") refuse(notAllowed, ONLY_LOOKS);
          const { isSheet, sheet } = asked;
          refusePastDay(sheet.wantedOn, timeZone);
          const of = { userId: who.id, forId: who.id };
          const ifMatch = headers["if-match"];
          const version = ifMatch === undefined ? undefined : await lockDraft(tx, of);
          if (version !== undefined && version !== readVersion(ifMatch)) {
            refuseChanged(setHeader, await findDraft(tx, of), CHANGED_UNSENT);
          }
          const lines = await priceLines(tx, sheet.lines);
          const { phone, poNumber, wantedOn, note, country } = sheet;
          const row = {
            ...{ companyId: member.companyId, userId: who.id, isSheet, lines },
            ...{ phone, ...readDestination(sheet), poNumber, wantedOn, note, country },
            total: addTotals(lines.map(({ unitPrice, orderQuantity }) => totalPrice(unitPrice, orderQuantity))),
          };
          const insertedId = await queries.insertApproval(tx, row);
          const managers = (await listManagers(tx, member.companyId)).filter((one) => one.id !== who.id);
          await mailManagers(tx, managers, { id: insertedId, asker: who.name, asked: row }, emailContext);
          if (isSheet) await deleteDraft(tx, of, version);
          return { acknowledged: true as const, insertedId };
        },
      );
    }),

    serve(contract.listApprovals, async (call) => {
      const { db, who, query } = call;
      const { limit, after } = readPage(query, id);
      const member = await findMembership(db, who.id);
      // Each buyer's page asks; whoever belongs to no company has nothing to approve.
      if (!member) return answerPage(call, { rows: [], total: 0, limit, toCursor: () => "" });
      const { companyId, role } = member;
      const userId = role === "manager" && query.mine !== "true" ? undefined : who.id;
      const butUserId = query.mine === "false" ? who.id : undefined;
      const page = { limit, after, readerId: who.id };
      const { rows, total } = await queries.listApprovals(
        db,
        { companyId, userId, butUserId, state: query.state },
        page,
      );
      return answerPage(call, { rows, total, limit, toCursor: ({ _id }) => _id });
    }),

    serve(contract.decideApproval, async ({ db, who, from, params, headers, body, changed }) => {
      changed();
      const content = { ...params, ...body };
      const request = { owner: who.id, key: headers["idempotency-key"], endpoint: contract.decideApproval, content };
      const answer = await withIdempotencyKey(db, request, async (tx) => {
        const { sentAs, trimIds } = await decide(tx, { who, from, emailContext, timeZone }, params.id, body);
        if (trimIds.length > 0) changed(TRIMS, ...trimIds.map(oneTrim));
        return { acknowledged: true as const, sentAs };
      });
      if (answer.sentAs !== null) orderEvents.publish();
      return answer;
    }),
  ];
}

/** A sheet as it was sent, or an order as a sheet of one line. */
function readAsked({ order, sheet }: typeof contract.askForApproval.body._output) {
  if (sheet) return { email: sheet.email, isSheet: true, sheet };
  if (!order) throw new Error("the contract lets nothing through that asks for nothing");
  const { email, phone, address, shipTo, trimId, orderQuantity, unitPrice } = order;
  const nothing = { poNumber: null, wantedOn: null, note: null, country: null };
  return {
    email,
    isSheet: false,
    sheet: { phone, address, shipTo, ...nothing, lines: [{ trimId, orderQuantity, unitPrice }] },
  };
}

/**
 * The lines at the prices of now.
 * @throws Refusal not-found, below-minimum, above-available or price-changed, as sending would now.
 */
async function priceLines(
  tx: Tx,
  lines: readonly { trimId: string; orderQuantity: number; unitPrice?: string | undefined }[],
) {
  const found = await listTrimsById(
    tx,
    lines.map(({ trimId }) => trimId),
  );
  const trims = new Map(found.flatMap((trim) => (trim.removedAt ? [] : [[trim._id, trim] as const])));
  const priced = lines.flatMap(({ trimId, orderQuantity }) => {
    const trim = trims.get(trimId);
    return trim ? [{ trimId, orderQuantity, name: trim.name, ...quotePrice(trim, orderQuantity) }] : [];
  });
  const shelves = new Map(
    priced.flatMap(({ trimId, unitPrice }) => {
      const trim = trims.get(trimId);
      return trim ? [[trimId, { ...trim, unitPrice }] as const] : [];
    }),
  );
  const faults = findFaults(lines, shelves);
  if (faults.length > 0) refuseFaults(faults, (at) => trims.get(lines[at]?.trimId ?? "")?.number);
  return priced.map(({ trimId, orderQuantity, name, unitPrice }) => ({ trimId, orderQuantity, name, unitPrice }));
}

import type { Endpoint } from "#app/contract/endpoint.ts";
import { id } from "#app/contract/id.ts";
import { notAllowed, notFound } from "#app/contract/problem.ts";
import { findMembership } from "#app/features/companies/queries.server.ts";
import { refuseUnverified } from "#app/features/identity/verified.server.ts";
import { mayActOn, mayRead, showColleagues } from "#app/features/orders/access.server.ts";
import type { OrderSettings } from "#app/features/orders/api.server.ts";
import { addFirstCharges, readCharges } from "#app/features/orders/charges/charges.server.ts";
import { listDeliveries } from "#app/features/orders/deliveries/queries.server.ts";
import { findDeposit } from "#app/features/orders/deposit/deposit.server.ts";
import { findTyped } from "#app/features/orders/find/search.server.ts";
import { listSheetEvents } from "#app/features/orders/status/events.server.ts";
import { matchArticles } from "#app/features/sheets/paste/matches.server.ts";
import { gatherEvents } from "#app/features/sheets/sent/events.rules.ts";
import { oneTrim, TRIMS } from "#app/features/trims/page-subjects.ts";
import type { Db, Tx } from "#app/platform/db/client.server.ts";
import type { Network } from "#app/platform/http/client-address.server.ts";
import { type Person, type Served, serve } from "#app/platform/http/handler.server.ts";
import { withIdempotencyKey, withLimitAndKey } from "#app/platform/http/idempotency.server.ts";
import { readVersion } from "#app/platform/http/if-match.server.ts";
import { type Limits, limitAction, takeUse } from "#app/platform/http/limits.server.ts";
import { answerPage, countUpTo, readPage } from "#app/platform/http/pagination.server.ts";
import { refuse } from "#app/platform/http/refusal.server.ts";
import { cancelSheet } from "./change/cancel.server.ts";
import { changeSheet } from "./change/change.server.ts";
import { changeSheet as changeSheetEndpoint } from "./change.contract.ts";
import type { SheetInput } from "./changes.contract.ts";
import * as changes from "./changes.contract.ts";
import * as contract from "./contract.ts";
import { answerDraft, refuseChanged } from "./draft/answer.server.ts";
import { type DraftOf, findDraft, lockDraft, replaceDraft, type SavedDraft } from "./draft/draft.server.ts";
import type { sheetRules } from "./limits.server.ts";
import { CHANGED_UNSENT } from "./problems.ts";
import * as queries from "./queries.server.ts";
import { type Buyer, refusePastDay, send } from "./sending.server.ts";

type SheetSettings = Omit<OrderSettings, "limits"> & {
  limits: OrderSettings["limits"] & Limits<keyof typeof sheetRules>;
};

/** What `contract.ts` declares, served. */
export function sheetsApi({
  requireVerifiedEmail,
  limits,
  orderEvents,
  emailContext,
  timeZone,
  billing,
}: SheetSettings): Served[] {
  /** Sends a sheet, once for its key. It counts as one order, and each of its lines as a line. */
  async function sendOnce(
    { db, who, network, headers, body, changed, setHeader }: SendCall,
    { endpoint, content, findBuyer, addMore = async () => {} }: Sending,
  ) {
    changed(TRIMS, ...body.lines.map(({ trimId }) => oneTrim(trimId)));
    const request = { owner: who.id, key: headers["idempotency-key"], endpoint, content };
    const orderLimits: OrderSettings["limits"] = limits;
    const countLines = <Done>(work: () => Promise<Done>) =>
      limitAction<"sheet-line", Done>(limits, "sheet-line", who, network, work, body.lines.length);
    const answer = await withLimitAndKey(
      (work) => limitAction(orderLimits, "order", who, network, () => countLines(work)),
      db,
      request,
      async (tx) => {
        // Checked only once: a repeat after midnight is for a sheet that was sent in time.
        refusePastDay(body.wantedOn, timeZone);
        const buyer = await findBuyer(tx);
        const of = { userId: who.id, forId: buyer.id };
        const ifMatch = headers["if-match"];
        const version = ifMatch === undefined ? undefined : await lockDraft(tx, of);
        if (version !== undefined && version !== readVersion(ifMatch)) {
          refuseChanged(setHeader, await findDraft(tx, of), CHANGED_UNSENT);
        }
        const { total, ...sent } = await send(tx, { who, buyer }, body, version);
        await addMore(tx, { ...sent, total });
        return { acknowledged: true as const, ...sent };
      },
    );
    orderEvents.publish();
    return answer;
  }

  return [
    serve(contract.findDraft, async ({ db, who, query, setHeader }) => {
      const draft = answerDraft(setHeader, await findDraft(db, await readDraftOf(db, who, query)));
      return { ...draft, mayOrder: (await findMembership(db, who.id))?.role !== "viewer" };
    }),

    serve(changes.saveDraft, async ({ db, who, network, query, headers, body, setHeader }) => {
      const of = await readDraftOf(db, who, query);
      const saved = await limitAction<"draft", SavedDraft | undefined>(limits, "draft", who, network, () =>
        replaceDraft(db, of, body, readVersion(headers["if-match"])),
      );
      if (saved) return answerDraft(setHeader, saved);
      return refuseChanged(setHeader, await findDraft(db, of), "Your order sheet has changed in another window.");
    }),

    serve(contract.matchArticles, async ({ db, who, network, body }) => {
      await takeUse<"match">(limits, "match", who, network);
      return matchArticles(db, body.articles, [...network, who.id], (count) =>
        takeUse<"match-search">(limits, "match-search", who, network, count),
      );
    }),

    serve(changes.sendSheet, async (call) => {
      const { who, body } = call;
      if (body.email !== who.email) refuse(notAllowed, "Sheets can only be sent under your own e-mail address.");
      if (requireVerifiedEmail) refuseUnverified(who);
      return sendOnce(call, { endpoint: changes.sendSheet, content: body, findBuyer: async () => who });
    }),

    serve(contract.findBuyerDelivery, async ({ db, params }) => {
      return (await queries.findBuyerDelivery(db, billing, params.id)) ?? refuseBuyer();
    }),

    serve(changes.sendSheetFor, async (call) => {
      const { params, body, from } = call;
      const { charges, ...sheet } = body;
      const findBuyer = async (tx: Tx) => (await queries.findBuyer(tx, params.id)) ?? refuseBuyer();
      return sendOnce(
        { ...call, body: sheet },
        {
          ...{ endpoint: changes.sendSheetFor, content: { ...params, ...body }, findBuyer },
          addMore: (tx, sent) => addFirstCharges(tx, { who: call.who, from }, sent, charges),
        },
      );
    }),

    serve(contract.listUsedPo, async ({ db, who, query }) => {
      const { forId } = await readDraftOf(db, who, query);
      return queries.listUsedPo(db, forId, query.po);
    }),

    serve(contract.listSheets, async (call) => {
      const { db, who, query } = call;
      if (query.email === undefined && !who.isAdmin) refuse(notAllowed, "Only admins may list all order sheets.");
      if (query.email !== undefined && query.email !== who.email) refuse(notAllowed, "These are not your sheets.");
      const { limit, after } = readPage(query, id);
      const mine = query.email === undefined ? undefined : who.id;
      const { rows, total: found } = await findTyped(db, query.q, { isStaff: mine === undefined }, (q) =>
        queries.listSheets(db, { mine, q }, { limit, after }),
      );
      return answerPage(call, {
        rows,
        total: countUpTo(call, queries.COUNT_LIMIT, found),
        limit,
        toCursor: ({ _id }) => _id,
      });
    }),

    serve(contract.findSheet, async ({ db, who, params }) => {
      const found = await queries.findSheet(db, params.id);
      if (!found || !(await mayRead(db, who, found))) refuse(notFound, "This order sheet does not exist.");
      const { userId, ...sheet } = who.isAdmin ? found : showColleagues(found);
      const [orders, deliveries, charges, events] = await Promise.all([
        queries.listOrdersOf(db, sheet._id),
        listDeliveries(db, { sheet: sheet._id }),
        readCharges(db, { billing, isStaff: who.isAdmin }, sheet._id),
        listSheetEvents(db, sheet._id, who),
      ]);
      return {
        ...{ isMine: userId === who.id, mayAct: await mayActOn(db, who, found) },
        ...{ ...sheet, buyerId: who.isAdmin ? userId : null, events: gatherEvents(events) },
        orders: who.isAdmin ? orders : orders.map(showColleagues),
        billed: [
          ...(await billing.listBilled(
            db,
            orders.filter(({ payment }) => payment !== "pending").map(({ _id }) => _id),
          )),
        ].map(([order, billed]) => ({ order, ...billed })),
        deliveries,
        charges,
        deposit: orders.some(({ depositPercent }) => depositPercent > 0)
          ? await findDeposit(db, billing, { orderId: "", sheetId: sheet._id })
          : null,
      };
    }),

    serve(changeSheetEndpoint, async ({ db, who, from, params, headers, body, changed }) => {
      changed();
      const content = { ...params, ...body };
      const request = { owner: who.id, key: headers["idempotency-key"], endpoint: changeSheetEndpoint, content };
      const answer = await withIdempotencyKey(db, request, async (tx) => {
        const { trimIds, ...done } = await changeSheet(
          tx,
          { who, from, emailContext, timeZone, billing },
          params.id,
          body,
        );
        changed(...(trimIds.length > 0 ? [TRIMS, ...trimIds.map(oneTrim)] : []));
        return { acknowledged: true as const, ...done };
      });
      if (answer.modifiedCount > 0) orderEvents.publish();
      return answer;
    }),

    serve(changes.cancelSheet, async ({ db, who, from, params, headers, body, changed }) => {
      changed();
      const content = { ...params, ...body };
      const request = { owner: who.id, key: headers["idempotency-key"], endpoint: changes.cancelSheet, content };
      const answer = await withIdempotencyKey(db, request, async (tx) => {
        const trims = await cancelSheet(tx, { who, from, emailContext, billing }, params.id, body);
        if (trims.length > 0) changed(TRIMS, ...trims.flatMap((trimId) => (trimId ? oneTrim(trimId) : [])));
        return { acknowledged: true as const, deletedCount: trims.length };
      });
      if (answer.deletedCount > 0) orderEvents.publish();
      return answer;
    }),
  ];
}

type Sending = {
  endpoint: Endpoint;
  content: object;
  findBuyer: (tx: Tx) => Promise<Buyer>;
  /** What else the sheet has from the start. */
  addMore?: (tx: Tx, sent: Awaited<ReturnType<typeof send>>) => Promise<void>;
};

type SendCall = {
  db: Db;
  who: Person;
  network: Network;
  headers: { "idempotency-key": string; "if-match"?: string | undefined };
  body: Omit<SheetInput, "name" | "email">;
  changed: (...subjects: string[]) => void;
  setHeader: (name: string, value: string) => void;
};

/** Whose draft is meant. @throws Refusal not-found for a buyer who is none, and for everybody else's of a buyer */
async function readDraftOf(db: Db, who: Person, { for: forId }: { for?: string | undefined }): Promise<DraftOf> {
  if (forId === undefined || forId === who.id) return { userId: who.id, forId: who.id };
  const buyer = who.isAdmin ? await queries.findBuyer(db, forId) : undefined;
  return buyer ? { userId: who.id, forId: buyer.id } : refuseBuyer();
}

function refuseBuyer(): never {
  refuse(notFound, "There is no buyer with this account.");
}

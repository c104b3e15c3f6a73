import { MAX_ROWS } from "#app/contract/page.ts";
import { notAllowed, notFound } from "#app/contract/problem.ts";
import { recordAct } from "#app/features/audit/queries.server.ts";
import { emailNotVerified } from "#app/features/identity/problems.ts";
import { oneTrim, TRIMS } from "#app/features/trims/page-subjects.ts";
import { tellIfBack } from "#app/features/trims/stock.server.ts";
import { type Db, inTransaction } from "#app/platform/db/client.server.ts";
import { type Served, serve } from "#app/platform/http/handler.server.ts";
import { once } from "#app/platform/http/idempotency.server.ts";
import { takeAct } from "#app/platform/http/limits.server.ts";
import { answerPage, countUpTo } from "#app/platform/http/pagination.server.ts";
import { refuse } from "#app/platform/http/refusal.server.ts";
import type { Letterhead } from "#app/platform/mail/layout.server.ts";
import { orderActs } from "./acts.server.ts";
import type { OrderSort } from "./contract.ts";
import * as contract from "./contract.ts";
import { streamOrders } from "./csv.server.ts";
import type { OrderLimits } from "./limits.server.ts";
import { countOrders, listOrders, prepareSearch } from "./list.server.ts";
import { place } from "./placing.server.ts";
import * as queries from "./queries.server.ts";
import { COUNT_LIMIT, type Filter } from "./search.server.ts";
import { readCursor, toCursor } from "./sort.server.ts";

export type OrderSettings = {
  letterhead: Letterhead;
  /** Whether only a confirmed address may place orders. */
  requireVerifiedEmail: boolean;
  limits: OrderLimits;
};

export function ordersApi({ letterhead, requireVerifiedEmail, limits }: OrderSettings): Served[] {
  return [
    serve(contract.listMyOrders, async (call) => {
      const { who, query } = call;
      if (query.email !== who.email) refuse(notAllowed, "These are not your orders.");
      return answerOrders(call, { userId: who.id, q: query.q });
    }),

    serve(contract.placeOrder, async ({ db, who, network, headers, body, changed }) => {
      if (body.email !== who.email) refuse(notAllowed, "Orders can only be placed under your own e-mail address.");
      if (requireVerifiedEmail && !who.isVerified) {
        refuse(emailNotVerified, "Please confirm your e-mail address first. The link is in the mail we sent you.");
      }
      await takeAct(limits, "order", who, network);
      // Answer a repeated request in full: the first answer may never have arrived.
      changed(TRIMS, ...(body.trimId ? [oneTrim(body.trimId)] : []));
      return once(db, { owner: who.id, key: headers["idempotency-key"], content: body }, async (tx) => {
        const { insertedId, trimId } = await place(tx, who, body, letterhead);
        changed(TRIMS, oneTrim(trimId));
        return { acknowledged: true as const, insertedId };
      });
    }),

    serve(contract.deleteOrder, async ({ db, who, from, params, changed }) => {
      const gone = await inTransaction(db, async (tx) => {
        const order = await queries.deleteOrder(tx, params.id, who);
        if (order?.trimId) await tellIfBack(tx, order.trimId, letterhead);
        if (order && order.userId !== who.id) await recordAct(tx, { who, from }, describeDeletion(params.id, order));
        return order;
      });
      changed(...(gone ? [TRIMS] : []), ...(gone?.trimId ? [oneTrim(gone.trimId)] : []));
      if (!gone && (await queries.hasOrder(db, params.id))) refuse(notAllowed, "This is another buyer's order.");
      return { acknowledged: true as const, deletedCount: gone ? 1 : 0 };
    }),

    serve(contract.listAllOrders, (call) => answerOrders(call, { q: call.query.q })),

    serve(contract.downloadAllOrders, async ({ db, query, setHeader }) => {
      setHeader("Content-Disposition", 'attachment; filename="orders.csv"');
      return streamOrders(db, { q: query.q }, query.sort ?? "newest");
    }),

    serve(contract.findStock, async ({ db, params }) => {
      const [stock, movements] = await Promise.all([
        queries.findStock(db, params.id),
        queries.listMovements(db, params.id),
      ]);
      return stock ? { ...stock, movements } : refuse(notFound, "This trim does not exist.");
    }),
  ];
}

type ListCall = {
  db: Db;
  query: { sort?: OrderSort | undefined; limit?: number | undefined; after?: string | undefined };
  request: Request;
  setHeader(name: string, value: string): void;
};

async function answerOrders(call: ListCall, filter: Filter) {
  const { db, query } = call;
  const { sort = "newest", limit = MAX_ROWS } = query;
  const part = { sort, rows: limit + 1, after: readCursor(sort, query.after) };
  const sources = await prepareSearch(db, filter);
  const [rows, found] = await Promise.all([listOrders(db, filter, part, sources), countOrders(db, filter, sources)]);
  const total = filter.q ? countUpTo(call, COUNT_LIMIT, found) : found;
  return answerPage(call, { rows, total, limit, toCursor: (row) => toCursor(sort, row) });
}

function describeDeletion(objectId: string, { userId: _, trimId: __, ...before }: queries.DeletedOrder) {
  const object = `No. ${before.number} ${before.productName}`;
  return { act: orderActs.delete, object, objectId, before, after: null } as const;
}

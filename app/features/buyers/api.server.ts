import { dayAt } from "#app/contract/calendar.ts";
import { MAX_ROWS } from "#app/contract/page.ts";
import { notFound } from "#app/contract/problem.ts";
import { recordAct } from "#app/features/audit/queries.server.ts";
import { type Served, serve } from "#app/platform/http/handler.server.ts";
import { once } from "#app/platform/http/idempotency.server.ts";
import { answerPage, countUpTo } from "#app/platform/http/pagination.server.ts";
import { refuse } from "#app/platform/http/refusal.server.ts";
import { buyerActs } from "./acts.server.ts";
import * as contract from "./contract.ts";
import * as queries from "./queries.server.ts";
import { readCursor, toCursor } from "./sort.server.ts";

/** The buyers' calls. Days are those of `timeZone`, the house's. */
export function buyersApi({ timeZone }: { timeZone: string }): Served[] {
  const today = () => dayAt(new Date(), timeZone);
  return [
    serve(contract.listBuyers, async (call) => {
      const { db, query } = call;
      const { q, sort = "-value", limit = MAX_ROWS } = query;
      const among = q ? await queries.searchBuyers(db, q) : undefined;
      const part = { among, sort, rows: limit + 1, after: readCursor(sort, query.after) };
      const [rows, found] = await Promise.all([
        queries.listBuyers(db, today(), part),
        among?.ids.length ?? queries.countBuyers(db),
      ]);
      const total = countUpTo(call, queries.COUNT_LIMIT, found);
      return answerPage(call, { rows, total, limit, toCursor: (row) => toCursor(sort, row) });
    }),

    serve(contract.findBuyer, async ({ db, params: { id } }) => {
      const [buyer, months, boughtMost, newest, notes] = await Promise.all([
        queries.findBuyer(db, today(), id),
        queries.listMonths(db, today(), id),
        queries.listBoughtMost(db, id),
        queries.listNewestOf(db, id),
        queries.listNotes(db, id),
      ]);
      return buyer ? { ...buyer, months, boughtMost, newest, notes } : refuseUnknown();
    }),

    serve(contract.noteBuyer, async ({ db, who, from, params: { id }, headers, body }) => {
      const content = { id, ...body };
      return once(db, { owner: who.id, key: headers["idempotency-key"], content }, async (tx) => {
        const { name, email } = (await queries.findBuyerName(tx, id)) ?? refuseUnknown();
        const insertedId = await queries.insertNote(tx, { buyerId: id, authorId: who.id, note: body.note });
        // Without its words: the record cannot forget.
        const about = { object: `${name}, ${email}`, objectId: id, before: null, after: { note: insertedId } };
        await recordAct(tx, { who, from }, { act: buyerActs.note, ...about });
        return { acknowledged: true as const, insertedId };
      });
    }),
  ];
}

function refuseUnknown(): never {
  refuse(notFound, "Nobody has ordered under this id.");
}

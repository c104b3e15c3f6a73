import { dayAt } from "#app/contract/calendar.ts";
import { MAX_ROWS } from "#app/contract/page.ts";
import { notFound } from "#app/contract/problem.ts";
import { recordAction, recordExport } from "#app/features/audit/queries.server.ts";
import { findTyped } from "#app/features/orders/find/search.server.ts";
import { catchUp } from "#app/features/orders/sums/sums.server.ts";
import { type Served, serve } from "#app/platform/http/handler.server.ts";
import { withIdempotencyKey } from "#app/platform/http/idempotency.server.ts";
import { answerPage, countUpTo } from "#app/platform/http/pagination.server.ts";
import { refuse } from "#app/platform/http/refusal.server.ts";
import { buyerActions } from "./audit-actions.server.ts";
import * as contract from "./contract.ts";
import { streamBuyers } from "./csv.server.ts";
import { type BuyerPart, COUNT_LIMIT } from "./facts.ts";
import * as queries from "./queries.server.ts";
import { readCursor, toCursor } from "./sort.server.ts";

/** The buyers' calls. Days are those of `timeZone`. */
export function buyersApi({ timeZone }: { timeZone: string }): Served[] {
  const today = () => dayAt(new Date(), timeZone);
  return [
    serve(contract.listBuyers, async (call) => {
      const { db, query } = call;
      const { part, by, sort = "-value", limit = MAX_ROWS } = query;
      const on = today();
      await catchUp(db);
      const page = { sort, rows: limit + 1, after: readCursor(sort, query.after) };
      const { rows, total: found } = await findTyped(db, query.q, { isStaff: true }, async (q) => {
        const [rows, total] = await Promise.all([
          queries.listRows(db, on, { q, part, by, ...page }),
          queries.countRows(db, on, { q, part, by }),
        ]);
        return { rows, total };
      });
      const total = countUpTo(call, COUNT_LIMIT, found);
      return answerPage(call, { rows, total, limit, toCursor: (row) => toCursor(sort, row) });
    }),

    serve(contract.countBuyers, async ({ db }) => {
      const asOf = await catchUp(db);
      const count = async (part?: BuyerPart) => Math.min(await queries.countRows(db, today(), { part }), COUNT_LIMIT);
      const [all, ...ofParts] = await Promise.all([count(), count("new"), count("quiet"), count("owing")]);
      const [newOnes, quiet, owing] = ofParts;
      return { all, new: newOnes, quiet, owing, asOf };
    }),

    serve(contract.downloadBuyers, async (call) => {
      const { db, query, setHeader } = call;
      const { q, part, by, sort = "-value" } = query;
      const about = { object: "buyers", objectId: "buyers", before: null, after: { q: q ?? null, part: part ?? null } };
      await recordExport(call, { action: buyerActions.export, ...about });
      await catchUp(db);
      const meant = await findTyped(db, q, { isStaff: true }, async (q) => ({
        ...{ q, total: await queries.countRows(db, today(), { q, part, by }) },
      }));
      setHeader("Content-Disposition", 'attachment; filename="buyers.csv"');
      return streamBuyers(db, today(), { q: meant.q, part, by }, { sort, separator: query.separator });
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
      const request = { owner: who.id, key: headers["idempotency-key"], endpoint: contract.noteBuyer, content };
      return withIdempotencyKey(db, request, async (tx) => {
        const { name, email } = (await queries.findBuyerName(tx, id)) ?? refuseUnknown();
        const insertedId = await queries.insertNote(tx, { buyerId: id, authorId: who.id, note: body.note });
        // Without the note's words: nothing can be deleted from the record.
        const about = { object: `${name}, ${email}`, objectId: id, before: null, after: { note: insertedId } };
        await recordAction(tx, { who, from }, { action: buyerActions.note, ...about });
        return { acknowledged: true as const, insertedId };
      });
    }),
  ];
}

function refuseUnknown(): never {
  refuse(notFound, "Nobody has ordered under this id.");
}

import { z } from "zod";
import { id } from "#app/contract/id.ts";
import { serve } from "#app/platform/http/handler.server.ts";
import { answerPage, countUpTo, readPage } from "#app/platform/http/pagination.server.ts";
import { auditLogActions } from "./audit-actions.server.ts";
import * as contract from "./contract.ts";
import { streamAudit } from "./csv.server.ts";
import type { AuditAction } from "./queries.server.ts";
import * as queries from "./queries.server.ts";

/** @param actions every action the log can name, from all slices @param timeZone that of the shop, in which the days of a filter are */
export const auditApi = ({ actions, timeZone }: { actions: readonly AuditAction[]; timeZone: string }) => {
  const titles = new Map(actions.map(({ code, title }) => [code, title]));
  // The API reference lists them all; the log may still hold actions that no slice performs today.
  const action = z.string().meta({ enum: [...titles.keys()] });
  const entry = contract.auditEntry.extend({ action }).meta({ id: "AuditEntry" });
  type Asked = Partial<Record<"q" | "from" | "to" | "by" | "action", string | undefined>>;
  const toFilter = ({ q, from, to, by, action }: Asked) => ({ q, days: { from, to, timeZone }, by, action, actions });
  return [
    serve({ ...contract.listAudit, output: z.array(entry) }, async (call) => {
      const { db, query } = call;
      const { limit, after } = readPage(query, id);
      const named = <Row extends { action: string }>(row: Row) => ({
        ...row,
        title: titles.get(row.action) ?? row.action,
      });
      const toCursor = (row: { _id: string }) => row._id;
      const filter = toFilter(query);
      if (query.of) {
        const all = { ...filter, of: query.of };
        const rows = (await queries.listEach(db, all, limit + 1, after)).map((row) => ({ ...named(row), count: 1 }));
        return answerPage(call, { rows, total: await queries.countEach(db, all), limit, toCursor });
      }
      const { rows, total: found } = await queries.listAudit(db, { ...filter, limit, after });
      const total = countUpTo(call, queries.COUNT_LIMIT, found);
      return answerPage(call, { rows: rows.map(named), total, limit, toCursor });
    }),

    serve(contract.listAuditFilters, async ({ db }) => ({
      people: await queries.listActors(db),
      actions: actions.map(({ code, title }) => ({ code, title })),
    })),

    serve(contract.downloadAudit, async (call) => {
      const { db, query, setHeader } = call;
      const { separator, ...asked } = query;
      const after = Object.fromEntries(Object.entries(asked).map(([name, value]) => [name, value ?? null]));
      await queries.recordExport(call, { action: auditLogActions.export, object: "record", objectId: "record", after });
      setHeader("Content-Disposition", 'attachment; filename="record.csv"');
      return streamAudit(db, toFilter(asked), { titles, separator, timeZone });
    }),
  ];
};

import { z } from "zod";
import { id } from "#app/contract/id.ts";
import { serve } from "#app/platform/http/handler.server.ts";
import { answerPage, countUpTo, readPage } from "#app/platform/http/pagination.server.ts";
import * as contract from "./contract.ts";
import type { AuditAction } from "./queries.server.ts";
import * as queries from "./queries.server.ts";

/** @param actions every action the log can name, from all slices @param timeZone that of the shop, in which the days of a filter are */
export const auditApi = ({ actions, timeZone }: { actions: readonly AuditAction[]; timeZone: string }) => {
  const titles = new Map(actions.map(({ code, title }) => [code, title]));
  // The API reference lists them all; the log may still hold actions that no slice performs today.
  const action = z.string().meta({ enum: [...titles.keys()] });
  const entry = contract.auditEntry.extend({ action }).meta({ id: "AuditEntry" });
  return [
    serve({ ...contract.listAudit, output: z.array(entry) }, async (call) => {
      const { db, query } = call;
      const { limit, after } = readPage(query, id);
      const days = { from: query.from, to: query.to, timeZone };
      const { rows, total: found } = await queries.listAudit(db, { q: query.q, days, actions, limit, after });
      const total = countUpTo(call, queries.COUNT_LIMIT, found);
      const entries = rows.map((row) => ({ ...row, title: titles.get(row.action) ?? row.action }));
      return answerPage(call, { rows: entries, total, limit, toCursor: (row) => row._id });
    }),
  ];
};

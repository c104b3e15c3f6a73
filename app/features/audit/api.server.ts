import { id } from "#app/contract/id.ts";
import { serve } from "#app/platform/http/handler.server.ts";
import { answerPage, countUpTo, readPage } from "#app/platform/http/pagination.server.ts";
import * as contract from "./contract.ts";
import * as queries from "./queries.server.ts";

export const auditApi = [
  serve(contract.listAudit, async (call) => {
    const { db, query } = call;
    const { limit, after } = readPage(query, id);
    const [rows, found] = await Promise.all([
      queries.listAudit(db, { q: query.q, limit, after }),
      queries.countAudit(db, query.q),
    ]);
    const total = countUpTo(call, queries.COUNT_LIMIT, found);
    return answerPage(call, { rows, total, limit, toCursor: (row) => row._id });
  }),
];

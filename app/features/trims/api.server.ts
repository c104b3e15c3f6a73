import { z } from "zod";
import { answerPage, readPage } from "#app/platform/http/page.server.ts";
import { refuse } from "#app/platform/http/refusal.server.ts";
import { serve } from "#app/platform/http/serve.server.ts";
import * as contract from "./contract.ts";
import * as queries from "./queries.server.ts";

const cursor = z.coerce.number().int().positive();

export const trimsApi = [
  serve(contract.listTrims, async (call) => {
    const { db, query } = call;
    const { limit, after } = readPage(query, cursor);
    const [rows, total] = await Promise.all([
      queries.listTrims(db, { ...query, limit, after }),
      queries.countTrims(db, query),
    ]);
    return answerPage(call, { rows, total, limit, cursorOf: (row) => row.number });
  }),

  serve(contract.findTrim, async ({ db, params }) => {
    return (await queries.findTrim(db, params.id)) ?? refuse("not-found", "There is no such trim.");
  }),
];

import { id } from "#app/contract/id.ts";
import { answerPage, readPage } from "#app/platform/http/page.server.ts";
import { serve } from "#app/platform/http/serve.server.ts";
import * as contract from "./contract.ts";
import * as queries from "./queries.server.ts";

export const reviewsApi = [
  serve(contract.listReviews, async (call) => {
    const { limit, after } = readPage(call.query, id);
    const [rows, total] = await Promise.all([
      queries.listReviews(call.db, { limit, after }),
      queries.countReviews(call.db),
    ]);
    return answerPage(call, { rows, total, limit, cursorOf: (row) => row._id });
  }),
];

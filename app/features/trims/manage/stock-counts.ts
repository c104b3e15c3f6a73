import { callApi } from "#app/client/session.ts";
import { useAnswer } from "#app/client/use-answer.ts";
import type { Trim } from "#app/features/trims/contract.ts";
import type { List } from "#app/lists/list.ts";

/** How many items there are in all and how many are low, asked again whenever the list has changed. */
export function useStockCounts({ rows, total }: List<Trim>): Record<string, number> | undefined {
  const shown = rows.map(({ _id, quantity }) => `${_id} ${quantity}`);
  return useAnswer([total, ...shown].join(), countStock).answer;
}

async function countStock(): Promise<Record<string, number>> {
  const query = { limit: 1 };
  const [all, low] = await Promise.all([callApi("GET /trims", { query }), callApi("GET /trims/low", { query })]);
  return { "": readTotal(all.headers), low: readTotal(low.headers) };
}

function readTotal(headers: Headers): number {
  return Number(headers.get("X-Total-Count"));
}

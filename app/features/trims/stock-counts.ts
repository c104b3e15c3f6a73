import { useEffect, useState } from "react";
import { callApi } from "#app/client/session.ts";
import type { List } from "#app/lists/list.ts";
import type { Trim } from "./contract.ts";

/** How many items there are in all and how many are low, asked anew whenever the list has changed. */
export function useStockCounts({ rows, total }: List<Trim>): Record<string, number> | undefined {
  const [counts, setCounts] = useState<Record<string, number>>();
  const shown = rows.map(({ _id, quantity }) => `${_id} ${quantity}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows are other counts
  useEffect(() => {
    let isCurrent = true;
    const query = { limit: 1 };
    Promise.all([callApi("GET /trims", { query }), callApi("GET /trims/low", { query })]).then(
      ([all, low]) => isCurrent && setCounts({ "": readTotal(all.headers), low: readTotal(low.headers) }),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [shown, total]);
  return counts;
}

function readTotal(headers: Headers): number {
  return Number(headers.get("X-Total-Count"));
}

import { LRUCache } from "lru-cache";
import { unavailable } from "#app/contract/problem.ts";
import type { TrimCounts, TrimFilter } from "#app/features/trims/contract.ts";
import { TRIMS } from "#app/features/trims/page-subjects.ts";
import type { Db } from "#app/platform/db/client.server.ts";
import { refuseForNow, SHOP_IS_BUSY } from "#app/platform/http/refusal.server.ts";
import { createRankedQueue } from "#app/platform/ranked-queue.server.ts";
import { countChoices } from "./facets.server.ts";

const MOST_KEPT = 300;
/** Changes are announced at once. This limits how long a lost notification can go unnoticed. */
const MAX_AGE_MS = 60_000;
/** Words and stocks occupy a core for about 10 ms among 100,000 trims. */
const COUNTS = { running: 2, waiting: 20 };
const RETRY_AFTER_S = 1;

export type KeptCounts = {
  /** How many trims each choice would list, counted once for everybody who asks. @throws Refusal when too many wait. */
  count(db: Db, filter: TrimFilter): Promise<TrimCounts>;
  /** Reports what changed, as to the page cache. */
  change(subjects?: readonly string[]): void;
};

/**
 * Caches the counts of choices until trims change: anybody may ask, and each count costs more than a page of the list.
 */
export function createKeptCounts(): KeptCounts {
  const kept = new LRUCache<string, Promise<TrimCounts>>({ max: MOST_KEPT, ttl: MAX_AGE_MS });
  const turns = createRankedQueue(COUNTS, () => refuseForNow(unavailable, SHOP_IS_BUSY, RETRY_AFTER_S));
  return {
    count(db, filter) {
      const key = toKey(filter);
      const known = kept.get(key);
      if (known) return known;
      const { signal } = new AbortController();
      const counts = turns.run(() => countChoices(db, filter), { rank: 1, signal });
      kept.set(key, counts);
      counts.catch(() => kept.peek(key) === counts && kept.delete(key));
      return counts;
    },
    change(subjects) {
      // Counts already under way are only for those who asked before.
      if (subjects?.includes(TRIMS) !== false) kept.clear();
    },
  };
}

/** Filters that ask for the same have one key. */
function toKey({ sizeFrom, sizeTo, ...filter }: TrimFilter): string {
  const sized = filter.line ? { ...filter, sizeFrom, sizeTo } : filter;
  const pairs = Object.entries(sized).filter(([, value]) => value !== undefined);
  const sorted = pairs.map(([name, value]) => [name, Array.isArray(value) ? [...new Set(value)].toSorted() : value]);
  return JSON.stringify(sorted.toSorted());
}

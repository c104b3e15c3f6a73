import { compare, type startBuyers } from "./buyers.ts";
import type { Cluster } from "./cluster.ts";
import type { Shop } from "./shops.ts";

/** What a trial breaks, and how often or how long. */
export type TrialContext = { cluster: Cluster; shops: Shop[]; kills: number; etcdMs: number };
export type Trial = (context: TrialContext) => Promise<void>;

/** Buyers in each shop, and how long each waits before the next order. */
export const BUYERS = 4;
export const PAUSE_MS = 150;

type Buyers = Awaited<ReturnType<typeof startBuyers>>;

/** Waits for some more orders, of one shop or of all. */
export async function enough({ cluster }: TrialContext, { acknowledged }: Buyers, shop?: string): Promise<void> {
  const count = () => acknowledged.filter((one) => !shop || one.shop === shop).length;
  const goal = count() + 2 * BUYERS;
  await cluster.until(`more orders ${shop ? `in ${shop}` : ""}`, async () => count() >= goal || undefined);
}

/** Says whether the orders are as they were acknowledged, and the shops as they should be. */
export async function judge({ cluster, shops }: TrialContext, what: string, buyers: Buyers): Promise<void> {
  console.log(
    `  ${buyers.acknowledged.length} orders acknowledged; other answers: ${[...buyers.others].map(([kind, count]) => `${count} × ${kind}`).join(", ") || "none"}`,
  );
  report(`${what}: acknowledged orders lost or doubled, trims with a wrong stock`, await compare(cluster, buyers), {
    lost: 0,
    doubled: 0,
    wrongStock: 0,
  });
  // Of a shop that was killed, HAProxy says 502, or that the connection was cut.
  const wrong = [...buyers.others.keys()].filter(
    (kind) => kind.startsWith("500") || kind.endsWith("without Retry-After"),
  );
  report("answers other than orders taken, refused, or to be tried again", wrong, []);
  report(
    "shops that are still up",
    shops.filter(({ process: { exitCode, signalCode } }) => exitCode === null && signalCode === null).length,
    shops.length,
  );
}

export function seconds(ms = 0): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}

/** Prints what was seen; the program exits with 1 if it is not as expected. */
export function report(what: string, seen: unknown, expected: unknown): void {
  const isAsExpected = JSON.stringify(seen) === JSON.stringify(expected);
  console.log(`${isAsExpected ? "ok  " : "FAIL"} ${what}: ${JSON.stringify(seen)}`);
  if (!isAsExpected) process.exitCode = 1;
}

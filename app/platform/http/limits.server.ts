import { and, eq, not, sql } from "drizzle-orm";
import { tooManyRequests } from "#app/contract/problem.ts";
import type { Db } from "#app/platform/db/client.server.ts";
import { isStruggling } from "#app/platform/db/struggling.server.ts";
import type { Person } from "./handler.server.ts";
import { refuseForNow } from "./refusal.server.ts";
import { rateLimits } from "./tables.server.ts";

/** How many of an act, within how many minutes. */
export type Rule = { points: number; minutes: number };

/** The shop owner's changes to the slices' limits. `off` is for load tests. */
export type LimitSettings = "off" | Readonly<Record<string, Rule>>;

/**
 * Limits shared by all processes. One database statement counts each act before it is done, so even simultaneous acts
 * cannot exceed the rule.
 */
export type Limits<Name extends string> = {
  /** Counts one act, or several, and returns how many more may follow. @throws Refusal too-many-requests */
  take(rule: Name, key: string, acts?: number): Promise<number>;
  /** Refuses what `take` would refuse, without counting it. @throws Refusal too-many-requests */
  refuseIfSpent(rule: Name, key: string): Promise<void>;
  /** Counts one act and returns whether it may go ahead. */
  mayTake(rule: Name, key: string): Promise<boolean>;
  /** Undoes one count of `take`. */
  giveBack(rule: Name, key: string): Promise<void>;
  /**
   * What `take` counts and up to which limit, for a statement that counts while it acts; undefined if there is no
   * limit.
   */
  toCount(rule: Name, key: string): Count | undefined;
};

/** A row of `rate_limits`: at most `most` within `minutes` after the first. */
export type Count = { key: string; most: number; minutes: number };

/** @throws Error when the settings name a limit that has no rule. */
export function createLimits<Name extends string>(
  db: Db,
  rules: Readonly<Record<Name, Rule>>,
  settings: LimitSettings,
): Limits<Name> {
  if (settings === "off") {
    return {
      take: async () => Infinity,
      refuseIfSpent: async () => {},
      mayTake: async () => true,
      giveBack: async () => {},
      toCount: () => undefined,
    };
  }
  const unknown = Object.keys(settings).filter((name) => !(name in rules));
  if (unknown.length > 0) {
    throw new Error(`LIMITS is wrong: ${unknown.join(", ")}; write one of ${Object.keys(rules).join(", ")}`);
  }
  const all = new Map(Object.entries<Rule>({ ...rules, ...settings }));
  const find = (name: Name) => {
    const rule = all.get(name);
    if (!rule) throw new Error(`no limit is called ${name}`);
    return rule;
  };

  /** How many more acts may follow; if below 0, this one has to wait `waitMs` milliseconds. */
  async function count(name: Name, key: string, acts = 1): Promise<{ left: number; waitMs: number }> {
    const { points, minutes } = find(name);
    const { taken, waitMs } = await countActs(db, `${name}:${key}`, minutes, acts);
    return { left: points - taken, waitMs };
  }

  return {
    async take(rule, key, acts) {
      const { left, waitMs } = await count(rule, key, acts);
      if (left < 0) refuseAfter(waitMs);
      return left;
    },
    async refuseIfSpent(name, key) {
      const { points, minutes } = find(name);
      const [row] = await db
        .select({ taken: rateLimits.points, waitMs })
        .from(rateLimits)
        .where(and(eq(rateLimits.key, `${name}:${key}`), not(isOver(minutes))));
      if (row && row.taken >= points) refuseAfter(row.waitMs);
    },
    async mayTake(rule, key) {
      return (await count(rule, key)).left >= 0;
    },
    async giveBack(rule, key) {
      find(rule);
      const counted = { points: sql`${rateLimits.points} - 1` };
      await db
        .update(rateLimits)
        .set(counted)
        .where(eq(rateLimits.key, `${rule}:${key}`));
    },
    toCount(name, key) {
      const { points, minutes } = find(name);
      return { key: `${name}:${key}`, most: points, minutes };
    },
  };
}

const endOf = (minutes: number) => sql`now() + make_interval(mins => ${minutes})`;

/**
 * Whether a count begins again. One that would last longer than its rule says was begun by a wrong clock, give or take a
 * minute: an act may have waited here for one that began later.
 */
const isOver = (minutes: number) =>
  sql`(${rateLimits.expire} <= now() or ${rateLimits.expire} > ${endOf(minutes)} + interval '1 minute')`;

const waitMs = sql<number>`(extract(epoch from ${rateLimits.expire} - now()) * 1000)::float`;

/**
 * Counts acts, and returns how many there were and when they are forgotten. The time is the database's, which all
 * processes share. `place_orders` does the same in SQL.
 */
async function countActs(
  db: Db,
  key: string,
  minutes: number,
  acts: number,
): Promise<{ taken: number; waitMs: number }> {
  const end = endOf(minutes);
  const [row] = await db
    .insert(rateLimits)
    .values({ key, points: acts, expire: end })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        points: sql`case when ${isOver(minutes)} then ${acts} else ${rateLimits.points} + ${acts} end`,
        expire: sql`case when ${isOver(minutes)} then ${end} else ${rateLimits.expire} end`,
      },
    })
    .returning({ taken: rateLimits.points, waitMs });
  if (!row) throw new Error(`nothing was counted for ${key}`);
  return row;
}

/**
 * Counts one act by a person, or `acts` of them. Only unconfirmed accounts count against their network, because a mill
 * shares one address.
 * @throws Refusal too-many-requests
 */
export async function takeAct<Act extends string>(
  limits: Limits<`${Act}-account` | `${Act}-network`>,
  act: Act,
  who: Person,
  network: string,
  acts = 1,
): Promise<void> {
  if (!who.isVerified) await limits.take(`${act}-network`, network, acts);
  await limits.take(`${act}-account`, who.id, acts);
}

/** What `takeAct` counts, for a statement that counts while it acts. */
export function countsOfAct<Act extends string>(
  limits: Limits<`${Act}-account` | `${Act}-network`>,
  act: Act,
  who: Person,
  network: string,
): Count[] {
  const ofNetwork = who.isVerified ? undefined : limits.toCount(`${act}-network`, network);
  return [ofNetwork, limits.toCount(`${act}-account`, who.id)].flatMap((count) => count ?? []);
}

/**
 * Like `takeAct`, then performs the act. An act that failed because the database is struggling does not count: its
 * sender was told to try again.
 * @throws Refusal too-many-requests, and what `work` throws
 */
export async function limitAct<Act extends string, Result>(
  limits: Limits<`${Act}-account` | `${Act}-network`>,
  act: Act,
  who: Person,
  network: string,
  work: () => Promise<Result>,
): Promise<Result> {
  await takeAct(limits, act, who, network);
  try {
    return await work();
  } catch (error) {
    if (isStruggling(error)) {
      if (!who.isVerified) await limits.giveBack(`${act}-network`, network);
      await limits.giveBack(`${act}-account`, who.id);
    }
    throw error;
  }
}

function refuseAfter(waitMs: number): never {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  const minutes = Math.ceil(seconds / 60);
  const wait = minutes === 1 ? "a minute" : minutes < 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
  refuseForNow(tooManyRequests, `Too many attempts. Please try again in ${wait}.`, seconds);
}

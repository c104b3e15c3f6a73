import { and, inArray, not, type SQL, sql } from "drizzle-orm";
import { tooManyRequests } from "#app/contract/problem.ts";
import type { Db, Tx } from "#app/platform/db/client.server.ts";
import { preparedSql } from "#app/platform/db/statements.server.ts";
import { isStruggling } from "#app/platform/db/struggling.server.ts";
import type { Network } from "./client-address.server.ts";
import type { Person } from "./handler.server.ts";
import { Refusal } from "./refusal.server.ts";
import { rateLimits } from "./tables.server.ts";

/** How many of an action, within how many minutes. */
export type Rule = { points: number; minutes: number };

/** The shop owner's changes to the slices' limits. `off` is for load tests. */
export type LimitSettings = "off" | Readonly<Record<string, Rule>>;

/** What an action is counted for. A network counts at each of its levels; a wide one may do more than a narrow one. */
type LimitKey = string | Network;

/** How many times as much as the narrowest level of a network the wider ones may do. */
const WIDER = [1, 3, 10];

/**
 * Limits shared by all processes. One database statement counts each action before it is done, so even simultaneous uses
 * cannot exceed the rule.
 */
export type Limits<Name extends string> = {
  /** Counts one action, or several, and returns how many more may follow. @throws Refusal too-many-requests */
  take(rule: Name, key: LimitKey, uses?: number): Promise<number>;
  /** Refuses what `take` would refuse, without counting it. @throws Refusal too-many-requests */
  refuseIfSpent(rule: Name, key: LimitKey): Promise<void>;
  /** Whether `take` would refuse. */
  isSpent(rule: Name, key: LimitKey): Promise<boolean>;
  /** Counts one action and returns whether it may go ahead. */
  mayTake(rule: Name, key: LimitKey): Promise<boolean>;
  /** Counts one action and returns how many milliseconds it has to wait: 0 if it may go ahead. */
  waitMs(rule: Name, key: LimitKey): Promise<number>;
  /** Undoes `take` of as many uses. */
  giveBack(rule: Name, key: LimitKey, uses?: number): Promise<void>;
  /**
   * What `take` counts and up to which limits, for a statement that counts while it uses.
   */
  toCounts(rule: Name, key: LimitKey): Count[];
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
      isSpent: async () => false,
      mayTake: async () => true,
      waitMs: async () => 0,
      giveBack: async () => {},
      toCounts: () => [],
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

  function toCounts(name: Name, key: LimitKey): Count[] {
    const { points, minutes } = find(name);
    const keys = typeof key === "string" ? [key] : key.toReversed();
    return keys.map((one, level) => ({ key: `${name}:${one}`, most: points * (WIDER[level] ?? 1), minutes }));
  }

  /** How many more uses may follow; if below 0, this one has to wait `waitMs` milliseconds. */
  async function count(name: Name, key: LimitKey, uses = 1): Promise<{ left: number; waitMs: number }> {
    const counts = toCounts(name, key);
    const counted = await countUses(
      db,
      counts.map((one) => ({ ...one, uses })),
    );
    return findScarcest(counts, counted);
  }

  /** The same without counting. */
  async function look(name: Name, key: LimitKey): Promise<{ left: number; waitMs: number }> {
    const counts = toCounts(name, key);
    const keys = counts.map((one) => one.key);
    const rows = await db
      .select({ key: rateLimits.key, taken: rateLimits.points, waitMs })
      .from(rateLimits)
      .where(and(inArray(rateLimits.key, keys), not(isOver(endIn(find(name).minutes)))));
    return findScarcest(counts, rows);
  }

  return {
    async take(rule, key, uses) {
      const { left, waitMs } = await count(rule, key, uses);
      if (left < 0) throw tooMany(waitMs);
      return left;
    },
    async refuseIfSpent(rule, key) {
      const { left, waitMs } = await look(rule, key);
      if (left <= 0) throw tooMany(waitMs);
    },
    isSpent: async (rule, key) => (await look(rule, key)).left <= 0,
    mayTake: async (rule, key) => (await count(rule, key)).left >= 0,
    async waitMs(rule, key) {
      const { left, waitMs } = await count(rule, key);
      return left < 0 ? Math.max(1, waitMs) : 0;
    },
    async giveBack(rule, key, uses = 1) {
      const keys = toCounts(rule, key).map((one) => one.key);
      // Locked in the order in which they are counted.
      const locked = db.select({ key: rateLimits.key }).from(rateLimits).where(inArray(rateLimits.key, keys));
      await db
        .update(rateLimits)
        .set({ points: sql`${rateLimits.points} - ${uses}` })
        .where(inArray(rateLimits.key, locked.orderBy(rateLimits.key).for("update")));
    },
    toCounts,
  };
}

type Counted = { key: string; taken: number; waitMs: number };

/** The count of which the fewest are left. */
function findScarcest(counts: readonly Count[], counted: readonly Counted[]): { left: number; waitMs: number } {
  const most = new Map(counts.map((count) => [count.key, count.most]));
  let scarcest = { left: Infinity, waitMs: 0 };
  for (const { key, taken, waitMs } of counted) {
    const left = (most.get(key) ?? Infinity) - taken;
    if (left < scarcest.left) scarcest = { left, waitMs };
  }
  return scarcest;
}

const endIn = (minutes: number) => sql`now() + make_interval(mins => ${minutes})`;

/**
 * Whether a count that would now end at `end` begins again. One that ends later was begun by a wrong clock, give or take
 * a minute: an action may have waited here for one that began later.
 */
const isOver = (end: SQL) =>
  sql`(${rateLimits.expire} <= now() or ${rateLimits.expire} > ${end} + interval '1 minute')`;

const waitMs = sql<number>`(extract(epoch from ${rateLimits.expire} - now()) * 1000)::float`;

const countAll = preparedSql<Counted>(
  "count_acts",
  sql`
    insert into ${rateLimits} (key, points, expire)
    select key, uses, now() + make_interval(mins => minutes)
    from json_to_recordset(${sql.placeholder("counts")}::json) as counted (key text, uses int, minutes int) order by key
    on conflict (key) do update set
      points = case when ${isOver(sql`excluded.expire`)} then excluded.points
        else ${rateLimits.points} + excluded.points end,
      expire = case when ${isOver(sql`excluded.expire`)} then excluded.expire else ${rateLimits.expire} end
    returning key, points as taken, ${waitMs} as "waitMs"`,
);

/**
 * Counts uses, each key once, and returns how many there were of each and when they are forgotten. The time is the
 * database's, which all processes share.
 */
async function countUses(db: Db | Tx, counts: readonly (Count & { uses: number })[]): Promise<Counted[]> {
  return counts.length > 0 ? countAll(db, { counts: JSON.stringify(counts) }) : [];
}

/**
 * Counts one action of each request, in their order, and returns for each the Refusal too-many-requests if it is beyond a
 * limit. What the transaction undoes is not counted.
 */
export async function takeCounts(tx: Tx, requests: readonly (readonly Count[])[]): Promise<(Refusal | undefined)[]> {
  const asked = new Map<string, Count & { uses: number }>();
  for (const count of requests.flat()) {
    asked.set(count.key, { ...count, uses: (asked.get(count.key)?.uses ?? 0) + 1 });
  }
  const counted = new Map((await countUses(tx, [...asked.values()])).map((one) => [one.key, one]));
  const later = new Map([...asked].map(([key, { uses }]) => [key, uses]));
  return requests.map((counts) => {
    const before = counts.flatMap(({ key }): Counted[] => {
      const [one, behind] = [counted.get(key), (later.get(key) ?? 1) - 1];
      later.set(key, behind);
      return one ? [{ ...one, taken: one.taken - behind }] : [];
    });
    const { left, waitMs } = findScarcest(counts, before);
    return left < 0 ? tooMany(waitMs) : undefined;
  });
}

/**
 * Counts one action by a person, or `uses` of them. Only unconfirmed accounts count against their network, because a mill
 * shares one address.
 * @throws Refusal too-many-requests
 */
export async function takeUse<Action extends string>(
  limits: Limits<`${Action}-account` | `${Action}-network`>,
  action: Action,
  who: Person,
  network: Network,
  uses = 1,
): Promise<void> {
  if (!who.isVerified) await limits.take(`${action}-network`, network, uses);
  await limits.take(`${action}-account`, who.id, uses);
}

/** What `takeUse` counts, for a statement that counts while it uses. */
export function countsOfAction<Action extends string>(
  limits: Limits<`${Action}-account` | `${Action}-network`>,
  action: Action,
  who: Person,
  network: Network,
): Count[] {
  const ofNetwork = who.isVerified ? [] : limits.toCounts(`${action}-network`, network);
  return [...ofNetwork, ...limits.toCounts(`${action}-account`, who.id)];
}

/**
 * Like `takeUse`, then performs the action. An action that failed because the database is struggling does not count: its
 * sender was told to try again.
 * @throws Refusal too-many-requests, and what `work` throws
 */
export async function limitAction<Action extends string, Result>(
  limits: Limits<`${Action}-account` | `${Action}-network`>,
  action: Action,
  who: Person,
  network: Network,
  work: () => Promise<Result>,
  uses = 1,
): Promise<Result> {
  await takeUse(limits, action, who, network, uses);
  try {
    return await work();
  } catch (error) {
    if (isStruggling(error)) {
      if (!who.isVerified) await limits.giveBack(`${action}-network`, network, uses);
      await limits.giveBack(`${action}-account`, who.id, uses);
    }
    throw error;
  }
}

function tooMany(waitMs: number): Refusal {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  const minutes = Math.ceil(seconds / 60);
  const wait = minutes === 1 ? "a minute" : minutes < 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
  return new Refusal(tooManyRequests, `Too many attempts. Please try again in ${wait}.`, { retryAfterS: seconds });
}

import { z } from "zod";
import { line } from "#app/contract/line.ts";
import type { OrderStatus } from "#app/features/orders/facts.ts";
import type { Trim } from "#app/features/trims/contract.ts";
import file from "../buyers.json" with { type: "json" };
import { type Chance, createChance } from "./chance.ts";
import { DAY_MS, orderTime, seasonAt } from "./days.ts";

const span = z.tuple([z.number(), z.number()]);

/** What `about` in buyers.json says about them. */
export const buyers = z
  .array(
    z.object({
      ...{ company: z.string(), contact: z.string(), email: z.email(), country: z.string(), city: z.string() },
      ...{ address: z.string(), segment: z.string(), poPrefix: z.string() },
      // Kept as digits with the code of the country; without the plus a link would not dial it.
      phone: z.string().transform((digits) => `+${digits}`),
      profile: z.object({
        pieces: z.partialRecord(line, span),
        ...{ linesPerSheet: span, cadenceDays: z.number(), finishes: z.array(z.string()) },
        ...{ from: z.number(), to: z.number(), payment: z.enum(["prompt", "on-time", "late"]) },
      }),
    }),
  )
  .parse(file.buyers);

export type Buyer = (typeof buyers)[number];

/** What somebody ordered at one moment: a sheet, or one order alone. */
export type Purchase = {
  buyer: Buyer;
  at: number;
  isSheet: boolean;
  poNumber: string | null;
  /** How many days later it is wanted; null when it does not say. */
  wantedAfter: number | null;
  lines: { trim: Trim; pieces: number }[];
  depositPercent: number;
  /** The state that it has reached and stays in; undefined if it proceeds at random. */
  stays?: State;
};

type State = OrderStatus["review" | "shipping"];

/**
 * The first buyer, whose account visitors of the demo use, and one who pays deposits have a purchase in each of these,
 * made so many days ago: longer than the way to it ever takes, so that there is one on every day of the year.
 */
const stages: readonly [State, number][] = [
  ["shipped", 28],
  ["packed", 23],
  ["in-production", 12],
  ["accepted", 5],
  ["in-review", 0.1],
];
const depositStages: typeof stages = [
  ["in-production", 12],
  ["accepted", 5],
];
/** The buyer who pays deposits: one who pays late. It was agreed two weeks ago; since then each purchase is a stage. */
export const DEPOSITOR = 3;
export const DEPOSIT_PERCENT = 30;
const DEPOSIT_DAYS = 14;

const MONTH_DAYS = 365 / 12;
const SEED = 1873;

/** Everything that the buyers order in the twelve months before `now`, oldest first. */
export function planPurchases(now: number, buyers: readonly Buyer[], trims: readonly Trim[]): Purchase[] {
  return buyers
    .flatMap((buyer, at) => {
      const chance = createChance(SEED + at);
      if (at === DEPOSITOR) return buy(buyer, now, trims, { chance, stages: depositStages, paysDeposits: true });
      return buy(buyer, now, trims, { chance, stages: at === 0 ? stages : [], paysDeposits: false });
    })
    .toSorted((a, b) => a.at - b.at);
}

function buy(
  buyer: Buyer,
  now: number,
  trims: readonly Trim[],
  { chance, stages, paysDeposits }: { chance: Chance; stages: readonly [State, number][]; paysDeposits: boolean },
): Purchase[] {
  const { linesPerSheet, cadenceDays, from, to } = buyer.profile;
  const [least, most] = linesPerSheet;
  const known = new Set<Trim>();
  const purchases: Purchase[] = [];
  const purchase = (at: number, stays?: State) => {
    const isSheet = chance.happens(0.45);
    const count = isSheet ? Math.max(2, Math.floor(least + (most - least + 1) * chance.next() ** 4)) : 1;
    const lines = choose(buyer, trims, { count, known, chance });
    const poNumber = isSheet && chance.happens(0.85) ? nextPoNumber(buyer, at, purchases.length) : null;
    const wantedAfter = isSheet && chance.happens(0.7) ? Math.floor(chance.between(14, 49)) : null;
    const depositPercent = paysDeposits && stays ? DEPOSIT_PERCENT : 0;
    purchases.push({ buyer, at, isSheet, poNumber, wantedAfter, lines, depositPercent, stays });
  };
  const end = now - (paysDeposits ? DEPOSIT_DAYS : to * MONTH_DAYS) * DAY_MS;
  let day = now - (from * MONTH_DAYS - chance.next() * cadenceDays) * DAY_MS;
  while (day < end) {
    const latest = now - chance.between(5, 120) * 60_000;
    purchase(Math.floor(Math.min(orderTime(day, chance), latest)));
    day += (cadenceDays * chance.between(0.6, 1.4) * DAY_MS) / seasonAt(day);
  }
  for (const [state, days] of stages) purchase(now - days * DAY_MS, state);
  return purchases;
}

function nextPoNumber({ poPrefix }: Buyer, at: number, before: number): string {
  return `${poPrefix}-${new Date(at).getUTCFullYear() % 100}${String(before + 1).padStart(3, "0")}`;
}

/** Different trims of the lines that the buyer likes, often the same as before, mostly in a finish of theirs. */
function choose(
  { profile }: Buyer,
  trims: readonly Trim[],
  { count, known, chance }: { count: number; known: Set<Trim>; chance: Chance },
): Purchase["lines"] {
  const liked = line.options.filter((key) => profile.pieces[key]);
  const rank = Object.keys(profile.pieces);
  const chosen: Purchase["lines"] = [];
  while (chosen.length < count) {
    const key = chance.weigh(liked, (key) => rank.length - rank.indexOf(key));
    const left = trims.filter((trim) => trim.line === key && !chosen.some((line) => line.trim === trim));
    const again = chance.happens(0.65) ? left.filter((trim) => known.has(trim)) : [];
    const suits = (trim: Trim) => (profile.finishes.includes(trim.finish ?? "") ? 6 : 1);
    const trim = chance.weigh(again.length > 0 ? again : left, suits);
    if (!trim || !key) break;
    known.add(trim);
    chosen.push({ trim, pieces: countPieces(profile.pieces[key] ?? [1, 1], trim, chance) });
  }
  return chosen;
}

/** A round number within the span, small ones oftener; never below the minimum. */
function countPieces([least, most]: [number, number], { moq }: Trim, chance: Chance): number {
  const pieces = least * (most / least) ** (chance.next() ** 1.4);
  const step = 10 ** Math.floor(Math.log10(pieces)) / 4;
  return Math.max(moq, Math.ceil(Math.round(pieces / step) * step));
}

import { formatTotal, toCents, writeCents } from "#app/contract/money.ts";
import type { MatchedLine, OpenInvoiceShown } from "#app/features/money/bank.contract.ts";

/** A line with its place in the statement. */
export type Row = MatchedLine & { _id: string };

/** An amount that may be negative: `−$84.20`. */
export function writeSigned(amount: string): string {
  return amount.startsWith("-") ? `\u2212${formatTotal(amount.slice(1))}` : formatTotal(amount);
}

/** The parts of a statement that can be shown alone. */
export const parts = [
  { name: "all", words: "All", has: () => true },
  { name: "certain", words: "Certain", has: ({ word }: MatchedLine) => word === "certain" },
  {
    name: "look",
    words: "Want a look",
    has: ({ word }: MatchedLine) => word === "likely" || word === "unsure" || word === "none",
  },
  { name: "booked", words: "Booked", has: ({ word }: MatchedLine) => word === "booked" },
  { name: "left-out", words: "Left out", has: ({ word }: MatchedLine) => word === "left-out" },
] as const;
export type PartName = (typeof parts)[number]["name"];

export const badges = {
  certain: { words: "Certain", tone: "ok" },
  likely: { words: "Likely", tone: "low" },
  unsure: { words: "Unsure", tone: "out" },
  none: { words: "No match", tone: "wait" },
  "left-out": { words: "Left out", tone: "wait" },
  booked: { words: "Booked", tone: undefined },
} as const satisfies Record<MatchedLine["word"], object>;

/** "6 of 12 lines are certain", or when no more are, how many are booked; and what the others are. */
export function sumUp(lines: readonly MatchedLine[]): { title: string; about: string } {
  const count = (name: PartName) => lines.filter((line) => parts.find((part) => part.name === name)?.has(line)).length;
  const certain = lines.filter(({ word }) => word === "certain");
  const booked = count("booked");
  const sum = formatTotal(writeCents(certain.reduce((total, { amount }) => total + toCents(amount), 0n)));
  const say = (number: number, one: string, many: string) =>
    number === 0 ? [] : [`${number} ${number === 1 ? one : many}`];
  const isBookedFirst = certain.length === 0 && booked > 0;
  const others = [
    ...say(count("look"), "wants a look", "want a look"),
    ...(isBookedFirst ? [] : say(booked, "is booked", "are booked")),
    ...say(count("left-out"), "is left out", "are left out"),
  ];
  const total = `${lines.length} ${lines.length === 1 ? "line" : "lines"}`;
  const ofTotal = (number: number) => `${number} of ${total} ${number === 1 ? "is" : "are"}`;
  const firstTitle = isBookedFirst ? `${ofTotal(booked)} booked` : `None of ${total} is certain`;
  return {
    title: certain.length > 0 ? `${ofTotal(certain.length)} certain, ${sum}` : firstTitle,
    about: [
      ...(others.length > 0 ? [`${others.join(", ")}.`] : []),
      ...(isBookedFirst ? [] : ["Nothing is booked before you press."]),
    ].join(" "),
  };
}

/** The open invoices that somebody looks for by number, company or amount. */
export function findInvoices(
  open: readonly OpenInvoiceShown[],
  typed: string,
  first: readonly string[],
): OpenInvoiceShown[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const found = open.filter(({ number, company, open: rest }) => {
    const text = `${number} ${company} ${rest} ${formatTotal(rest)}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return found.toSorted((a, b) => Number(first.includes(b.number)) - Number(first.includes(a.number)));
}

/** What booking these invoices by an amount does. */
export function describeBooking(amount: string, chosen: readonly OpenInvoiceShown[]): string {
  if (chosen.length === 0) return "Choose at least one.";
  const left = chosen.reduce((rest, { open }) => rest + toCents(open), 0n) - toCents(amount);
  if (left === 0n) return "It pays all of it.";
  if (left > 0n) return `${formatTotal(writeCents(left))} is left to pay.`;
  return `${formatTotal(writeCents(-left))} is more, and becomes credit.`;
}

import type { Shelf, Standing, State } from "#app/features/orders/facts.ts";
import { findStandings, sumStandings } from "#app/features/orders/rules.ts";

/** A part of a list: its name in the address, its words, and which orders it shows; without `state`, all not ended. */
export type Tab = { name: string; words: string; state?: readonly (State | Shelf)[]; due?: "past" };

/** What waits for an admin, in the order of an order's life. */
export const adminTabs: readonly Tab[] = [
  { name: "", words: "All" },
  { name: "review", words: "To review", state: ["in review"] },
  { name: "produce", words: "To produce", state: ["accepted", "Pending"] },
  { name: "pack", words: "To pack", state: ["accepted", "In production"] },
  { name: "ship", words: "To ship", state: ["accepted", "Packed"] },
  { name: "shipped", words: "Shipped", state: ["Shipped"] },
  { name: "unpaid", words: "Unpaid", state: ["Invoiced"] },
  { name: "due", words: "Past due", due: "past" },
  { name: "cancelled", words: "Cancelled", state: ["ended"] },
];

/** What a buyer still waits for, and what is over. */
export const buyerTabs: readonly Tab[] = [
  { name: "", words: "Open", state: ["open"] },
  { name: "history", words: "History", state: ["history"] },
];

/** The tab of this name, or the first. */
export function findTab(tabs: readonly Tab[], name: string | undefined): Tab {
  return tabs.find((tab) => tab.name === name) ?? tabs[0] ?? { name: "", words: "All" };
}

/** How many of these orders a tab shows; undefined if their states do not tell. */
export function countTab({ state = [], due }: Tab, counts: readonly (Standing & { count: number })[]) {
  if (due) return undefined;
  return sumStandings(counts, findStandings(state));
}

import type { OrderStatus, Side, State, StatusGroup } from "#app/features/orders/facts.ts";
import { stateTitle } from "#app/features/orders/labels.ts";
import { findStatuses, sumStatuses } from "#app/features/orders/rules.ts";

/** A part of a list: its name in the address, its words, and which orders it shows; without `state`, all not ended. */
export type Tab = {
  name: string;
  words: string;
  state?: readonly (State | StatusGroup)[];
  due?: "past";
  waitingFor?: Side;
  /** What it says while it has no order. */
  none?: { title: string; text: string };
};

/** What waits for an admin, in the order of an order's life. */
export const adminTabs: readonly Tab[] = [
  { name: "", words: "All" },
  {
    ...{ name: "review", words: "To review", state: ["in-review"] },
    none: { title: "Nothing waits", text: "New orders are here until they are accepted or declined." },
  },
  {
    ...{ name: "us", words: "Waiting for us", waitingFor: "us" },
    none: { title: "Nobody waits for an answer", text: "Orders whose buyer has written are here until we answer." },
  },
  {
    ...{ name: "buyer", words: "Waiting for the buyer", waitingFor: "buyer" },
    none: { title: "We wait for no answer", text: "Orders that we asked about are here until the buyer answers." },
  },
  {
    ...{ name: "produce", words: "To produce", state: ["accepted", "pending"] },
    none: { title: "No accepted order waits", text: "Accepted orders are here until their production starts." },
  },
  {
    ...{ name: "pack", words: "To pack", state: ["accepted", "in-production"] },
    none: { title: "Nothing is in production", text: "Orders in production are here until they are packed." },
  },
  {
    ...{ name: "ship", words: "To ship", state: ["accepted", "packed", "partly-shipped"] },
    none: { title: "Nothing is packed", text: "Packed orders are here until they ship." },
  },
  {
    ...{ name: "shipped", words: stateTitle("shipped"), state: ["shipped"] },
    none: { title: "Nothing is on its way", text: "Shipped orders are here until they are delivered." },
  },
  {
    ...{ name: "invoice", words: "To invoice", state: ["uninvoiced"] },
    none: { title: "Every accepted order is invoiced", text: "Accepted orders are here until they are invoiced." },
  },
  {
    ...{ name: "unpaid", words: "Unpaid", state: ["invoiced"] },
    none: { title: "No invoice is open", text: "Invoiced orders are here until they are paid." },
  },
  {
    ...{ name: "due", words: "Past due", due: "past" },
    none: { title: "No invoice is late", text: "Orders that were not paid by their day are here." },
  },
  {
    ...{ name: "cancelled", words: "Cancelled", state: ["ended"] },
    none: { title: "No order was cancelled", text: "Declined and cancelled orders are here." },
  },
];

/** Nothing is to be done there. */
export const rareTabs = ["buyer", "shipped", "cancelled"] as const;

/** What a buyer still waits for, and what is over. */
export const buyerTabs: readonly Tab[] = [
  { name: "", words: "Open", state: ["open"] },
  { name: "history", words: "History", state: ["history"] },
  {
    ...{ name: "waiting", words: "Waiting for you", waitingFor: "buyer" },
    none: { title: "Nothing waits for you", text: "Orders that we asked you about are here until you answer." },
  },
];

/** The tab of this name, or the first. */
export function findTab(tabs: readonly Tab[], name: string | undefined): Tab {
  return tabs.find((tab) => tab.name === name) ?? tabs[0] ?? { name: "", words: "All" };
}

/** How many of these orders a tab shows; undefined if their states do not tell. */
export function countTab({ state = [], due, waitingFor }: Tab, counts: readonly (OrderStatus & { count: number })[]) {
  if (due || waitingFor) return undefined;
  return sumStatuses(counts, findStatuses(state));
}

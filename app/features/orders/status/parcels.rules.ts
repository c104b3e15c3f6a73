import { cleanLine, unmarkText } from "#app/contract/text.ts";
import type { Order } from "#app/features/orders/contract.ts";
import { trackingLink } from "#app/features/orders/facts.ts";

/** Whom a parcel goes to, and where; `country` in words, where something else than the address says it. */
export type Destination = Pick<Order, "company" | "name" | "address" | "shipTo"> & { country?: string | null };

type To = Pick<Order, "company" | "name" | "email" | "address" | "shipTo">;

/** The orders that go to one address of one buyer. Only orders in the same parcel can share a tracking number. */
export type Parcel<One extends To = Order> = To & { orders: One[] };

/** The parcels that these orders make, in their order. */
export function listParcels<One extends To>(orders: readonly One[]): Parcel<One>[] {
  const groups = Map.groupBy(orders, ({ email, address }) => JSON.stringify([email, address]));
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const { company, name, email, address, shipTo } = first;
    return [{ company, name, email, address, shipTo, orders: group }];
  });
}

/** What is typed for a parcel. */
export type ParcelLine = { carrier: string; tracking: string };
export type ParcelColumn = keyof ParcelLine;

const isLink = (tracking: string) => /^https?:\/\//i.test(tracking);

/** What is wrong with a tracking number or link; undefined if nothing is. */
export function findTrackingFault(tracking: string): string | undefined {
  if (isLink(tracking)) {
    if (trackingLink.safeParse(tracking).success) return undefined;
    return tracking.length > 500 ? "At most 500 characters" : "This is not a complete link";
  }
  return tracking.length <= 100 ? undefined : "At most 100 characters";
}

/** How many parcels have no tracking number or link. */
export function countUntracked(lines: readonly ParcelLine[]): number {
  return lines.filter(({ tracking }) => tracking.trim() === "").length;
}

/** A line without a carrier takes the carrier of the line above. */
export function findCarrier(lines: readonly ParcelLine[], at: number): string {
  return cleanLine(lines.slice(0, at + 1).findLast(({ carrier }) => cleanLine(carrier) !== "")?.carrier ?? "");
}

/** How to track a parcel, from its line. */
export function readTracking(lines: readonly ParcelLine[], at: number) {
  const [carrier, tracking] = [findCarrier(lines, at), cleanLine(lines[at]?.tracking ?? "")];
  return {
    ...(carrier && { carrier }),
    ...(tracking && (isLink(tracking) ? { trackingUrl: tracking } : { trackingNumber: tracking })),
  };
}

const columns: readonly ParcelColumn[] = ["carrier", "tracking"];

/**
 * The lines after cells of a spreadsheet were pasted into one of them: the following ones are filled, too. `last` is
 * the last of these, `left` how many rows found no line. Undefined for a single cell, which is pasted as anywhere.
 */
export function pasteCells(lines: readonly ParcelLine[], at: number, column: ParcelColumn, text: string) {
  const rows = text
    .replace(/(\r?\n)+$/, "")
    .split(/\r?\n/)
    .map((row) => row.split("\t"));
  if (rows.length === 1 && rows[0]?.length === 1) return undefined;
  const from = columns.indexOf(column);
  const filled = lines.map((line, index) => {
    const cells = rows[index - at]?.slice(0, columns.length - from) ?? [];
    return {
      ...line,
      ...Object.fromEntries(cells.map((cell, step) => [columns[from + step], cleanLine(unmarkText(cleanLine(cell)))])),
    };
  });
  const last = Math.min(at + rows.length, lines.length) - 1;
  return { lines: filled, last, left: Math.max(0, at + rows.length - lines.length) };
}

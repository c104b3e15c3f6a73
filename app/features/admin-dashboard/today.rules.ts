import { daysBetween } from "#app/contract/calendar.ts";
import { formatPieces, formatTotal } from "#app/contract/money.ts";
import type { Permission } from "#app/contract/staff.ts";
import type { AdminDashboard, Waiting } from "./contract.ts";

/** The figure that stands first: what somebody with these permissions is here for. */
export function beginWith(may: (permission: Permission) => boolean): string {
  if (may("manage-orders")) return "To review";
  if (may("ship-orders")) return "To produce";
  if (may("manage-money")) return "To invoice";
  return "Low stock";
}

/** "today", "yesterday", "12 days ago". */
export function describeAgo(on: string, today: string): string {
  const days = daysBetween(on, today);
  if (days <= 0) return "today";
  return days === 1 ? "yesterday" : `${formatPieces(days)} days ago`;
}

const none = {
  review: "Nothing waits",
  produce: "No accepted order waits",
  pack: "Nothing in production",
  ship: "Nothing packed",
} as const;

/** Below the figure of orders that wait. */
export function describeWaiting(name: keyof typeof none, { oldestOn }: Waiting, today: string): string {
  return oldestOn === null ? none[name] : `The oldest came ${describeAgo(oldestOn, today)}`;
}

/** Below the figure of orders without an invoice. */
export function describeToInvoice({ orders, shipped, value }: AdminDashboard["invoice"]): string {
  if (orders === 0) return "Every accepted order is invoiced";
  return `${formatTotal(value)}. ${describeShipped(orders, shipped)}`;
}

function describeShipped(orders: number, shipped: number): string {
  if (orders === 1) return shipped === 1 ? "It has shipped" : "It has not shipped yet";
  if (shipped === 0) return "None has shipped yet";
  if (shipped === orders) return `All ${formatPieces(shipped)} have shipped`;
  return shipped === 1 ? "1 has shipped" : `${formatPieces(shipped)} have shipped`;
}

/** Below the figure of orders past due. */
export function describePastDue({ value, oldestOn }: AdminDashboard["pastDue"], today: string): string {
  if (oldestOn === null) return "No invoice is late";
  const days = daysBetween(oldestOn, today);
  return `${formatTotal(value)}, the oldest ${days === 1 ? "a day" : `${formatPieces(days)} days`} late`;
}

/** Below the figure of trims that are low on stock. */
export function describeLowStock({ trims, outOfStock, belowMinimum }: AdminDashboard["lowStock"]): string {
  if (trims === 0) return "Every item is above its mark";
  const parts = [
    outOfStock > 0 && `${formatPieces(outOfStock)} out of stock`,
    belowMinimum > 0 && `${formatPieces(belowMinimum)} below the minimum`,
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(", ") : "All can still be ordered";
}

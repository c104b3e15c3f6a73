import { formatPieces, formatUnitPrice } from "#app/contract/money.ts";
import { isPermitted, type StaffRole } from "#app/contract/staff.ts";
import type { OrderStatus } from "#app/features/orders/facts.ts";

/** What of an order can be changed after it was placed. Days are days in the shop's time zone. */
export type OrderTerms = {
  orderQuantity: number;
  unitPrice: string;
  address: string;
  poNumber: string | null;
  wantedOn: string | null;
  promisedOn: string | null;
};

/** A change of an order: the version that it made, and the terms that differ, as they were and as they are. */
export type OrderChange = { version: number; before: Partial<OrderTerms>; after: Partial<OrderTerms> };

const terms = ["orderQuantity", "unitPrice", "address", "poNumber", "wantedOn", "promisedOn"] as const;

const termLabels: Record<keyof OrderTerms, string> = {
  orderQuantity: "Pieces",
  unitPrice: "Price per piece",
  address: "Address",
  poNumber: "PO number",
  wantedOn: "Requested delivery",
  promisedOn: "Promised delivery",
};

/** Whether an order may be changed: by staff until it is packed, by its buyer while it is in review. */
export function mayChange({ review, shipping, payment }: OrderStatus, isStaff: boolean): boolean {
  if (!isStaff) return review === "in-review";
  const isOpen = (review === "in-review" || review === "accepted") && payment !== "refunded";
  return isOpen && (shipping === "pending" || shipping === "in-production");
}

/** Whether the reader of an order or a sheet may change it, whatever its state: staff need the permission. */
export function isChangedBy(
  { mayAct }: { mayAct: boolean },
  { isAdmin, staffRoles }: { isAdmin: boolean; staffRoles: readonly StaffRole[] },
): boolean {
  return mayAct && (!isAdmin || isPermitted(staffRoles, "manage-orders"));
}

/** Whether a change makes another invoice of an order: a day that goods are wanted or promised for does not. */
export function changesInvoice(after: Partial<OrderTerms>): boolean {
  return ["orderQuantity", "unitPrice", "address", "poNumber"].some((term) => term in after);
}

/** Costs nothing, as what replaces pieces of another order: if staff change the pieces, that stays so. */
export function isFree({ unitPrice }: { unitPrice: string }): boolean {
  return Number(unitPrice) === 0;
}

/** The terms that differ; undefined if none does. */
export function findDifference(before: OrderTerms, after: OrderTerms): Omit<OrderChange, "version"> | undefined {
  const changed = terms.filter((term) => before[term] !== after[term]);
  if (changed.length === 0) return undefined;
  const pick = (from: OrderTerms): Partial<OrderTerms> => Object.fromEntries(changed.map((term) => [term, from[term]]));
  return { before: pick(before), after: pick(after) };
}

/** A change term by term, in words: days as `formatDay` writes them. */
export function listChanges(
  { before, after }: Omit<OrderChange, "version">,
  formatDay: (day: string) => string,
): { term: keyof OrderTerms; label: string; before: string; after: string }[] {
  return terms
    .filter((term) => term in after)
    .map((term) => {
      const write = (from: Partial<OrderTerms>) => writeTerm(term, from, formatDay) ?? "none";
      return { term, label: termLabels[term], before: write(before), after: write(after) };
    });
}

function writeTerm(term: keyof OrderTerms, from: Partial<OrderTerms>, formatDay: (day: string) => string) {
  const { orderQuantity, unitPrice } = from;
  if (term === "orderQuantity") return orderQuantity === undefined ? undefined : formatPieces(orderQuantity);
  if (term === "unitPrice") return unitPrice === undefined ? undefined : formatUnitPrice(unitPrice);
  const value = from[term];
  if (!value) return undefined;
  return term === "wantedOn" || term === "promisedOn" ? formatDay(value) : value;
}

/** A change in a few words, without the text of addresses: `pieces 100 → 200, address`. */
export function summarizeChange(change: Omit<OrderChange, "version">): string {
  return listChanges(change, (day) => day)
    .map(({ term, label, before, after }) =>
      term === "address" ? label.toLowerCase() : `${lowerFirst(label)} ${before} → ${after}`,
    )
    .join(", ");
}

const lowerFirst = (label: string) => (label.startsWith("PO") ? label : label.charAt(0).toLowerCase() + label.slice(1));

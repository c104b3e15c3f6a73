import type { Permission } from "#app/contract/staff.ts";
import type { Order } from "#app/features/orders/contract.ts";
import { duties, listDuties } from "#app/features/orders/order/duty.rules.ts";

/** A claim is answered on the page of its order. */
const sheetDuties = duties.filter((duty) => duty !== "claim");
export type DutyOfSheet = (typeof sheetDuties)[number];

type Row = Pick<Order, "_id" | "review" | "shipping" | "payment" | "dueOn">;

type Asked = { waitsForUs: boolean; today: string; may: (permission: Permission) => boolean };

/**
 * What a member of staff can do about the orders of a sheet, the most urgent first, and for which orders. An answer is
 * owed for the sheet as a whole: it names none.
 */
export function listSheetDuties(
  orders: readonly Row[],
  { waitsForUs, ...asked }: Asked,
): { duty: DutyOfSheet; ids: string[] }[] {
  const open = orders.map((order) => ({
    id: order._id,
    found: new Set(listDuties(order, { ...asked, waitsForUs: false, hasClaim: false }).map(({ duty }) => duty)),
  }));
  const all = sheetDuties.map((duty) => ({
    duty,
    ids: open.filter(({ found }) => found.has(duty)).map(({ id }) => id),
  }));
  return all.filter(({ duty, ids }) => (duty === "answer" ? waitsForUs && asked.may("manage-orders") : ids.length > 0));
}

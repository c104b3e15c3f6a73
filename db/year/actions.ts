import type { AuditEntry } from "#app/features/audit/contract.ts";
import { orderActions } from "#app/features/orders/audit-actions.server.ts";
import { stateLabels } from "#app/features/orders/labels.ts";
import { trimActions } from "#app/features/trims/audit-actions.server.ts";
import type { Happening } from "./course.ts";
import type { Restock } from "./stock.ts";

/** What the admin did, as the record keeps it. */
export type Action = Pick<AuditEntry, "action" | "object" | "objectId" | "before" | "after"> & { at: number };

type Order = { id: string; number: number; productName: string };

/** The actions among what happened to an order. */
export function actionsOnOrder({ id, number, productName }: Order, happenings: readonly Happening[]): Action[] {
  const object = { object: `No. ${number} ${productName}`, objectId: id };
  return happenings.filter(({ by }) => by === "admin").map((one) => ({ at: one.at, ...object, ...tellAct(one) }));
}

export function actionsOnTrim({ _id, name }: { _id: string; name: string }, restocks: readonly Restock[]): Action[] {
  return restocks.map(({ at, pieces, before }) => ({
    ...{ at, action: trimActions.restock.code, object: name, objectId: _id },
    ...{ before: { quantity: before }, after: { quantity: before + pieces } },
  }));
}

function tellAct({ move, noteFor }: Happening): Pick<Action, "action" | "before" | "after"> {
  if (!move) return { action: orderActions.note.code, before: null, after: { noteFor } };
  const { track, from, to } = move;
  const before = { [track]: stateLabels[from] };
  if (to === "cancelled") return { action: orderActions.delete.code, before, after: null };
  return { action: orderActions.move.code, before, after: { [track]: stateLabels[to] } };
}

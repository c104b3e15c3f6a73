import { useState } from "react";
import { useNavigate } from "react-router";
import { draftSaved, editDraft, loadedDraft, withMissing } from "#app/client/account-draft.ts";
import { describeError } from "#app/client/api.ts";
import { callApi, requireSession } from "#app/client/session.ts";
import type { Order } from "#app/features/orders/contract.ts";
import { toast } from "#app/ui/toast.ts";
import { listCounted, sortAgain } from "./again.rules.ts";

/** What was ordered before. */
type Wanted = Pick<Order, "trimId" | "orderQuantity" | "productName">;

/** What *Order again* did, as the page of the draft is told; or what it asks there, because the draft has lines. */
export type Again = { of: string } & ({ asked: Wanted[] } | ReturnType<typeof sortAgain>);

/**
 * Puts what was ordered before on the order sheet, and shows it there. Trims that are no longer available are named. If a whole sheet
 * is to be ordered again and the draft has lines, that page asks first.
 */
export function useAgain() {
  const [isBusy, setBusy] = useState(false);
  const navigate = useNavigate();

  async function run(of: string, find: () => Promise<readonly Wanted[]>, isAsking: boolean) {
    setBusy(true);
    try {
      const again = await begin(of, await find(), isAsking);
      await navigate("/dashboard/ordersheet", { state: { again } });
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      toast.error(describeError(error));
    } finally {
      setBusy(false);
    }
  }

  return {
    isBusy,
    again: (order: Wanted & Pick<Order, "number">) => run(`Order No. ${order.number}`, async () => [order], false),
    /** All that counts of a sheet, unless the caller has read it and says what is `wanted`. */
    allAgain: (number: number, wanted?: readonly Wanted[]) =>
      run(`Sheet S-${number}`, async () => wanted ?? listCounted(await findOrders(number)), true),
  };
}

async function begin(of: string, wanted: readonly Wanted[], isAsking: boolean): Promise<Again> {
  const { user } = await requireSession(new Request(location.href));
  const { lines } = await loadedDraft(user.uid, { fresh: true });
  if (!isAsking || lines.length === 0) return { of, ...(await fillDraft(user.uid, wanted)) };
  const asked = wanted.map(({ trimId, orderQuantity, productName }) => ({ trimId, orderQuantity, productName }));
  return { of, asked };
}

async function findOrders(number: number): Promise<readonly Order[]> {
  const { data } = await callApi("GET /orderSheets/{id}", { params: { id: String(number) } });
  return data.orders;
}

/** Adds what was ordered before to a person's draft. Trims that are there already keep their pieces. */
export async function fillDraft(uid: string, wanted: readonly Wanted[]) {
  const before = await loadedDraft(uid);
  const was = new Set(before.lines.map(({ trimId }) => trimId));
  const lines = wanted.flatMap(({ trimId, orderQuantity }) => (trimId ? [{ trimId, orderQuantity }] : []));
  editDraft(uid, withMissing(lines));
  await draftSaved(uid);
  const after = await loadedDraft(uid);
  const goneIds = new Set(after.lines.filter(({ gone }) => gone).map(({ trimId }) => trimId));
  editDraft(uid, (draft) => ({
    ...draft,
    lines: draft.lines.filter(({ trimId }) => !goneIds.has(trimId) || was.has(trimId)),
  }));
  return sortAgain(wanted, after.lines, was);
}

/** What the state of a navigation says about it. */
export function readAgain(state: unknown): Again | undefined {
  if (typeof state !== "object" || state === null || !("again" in state)) return undefined;
  const again = state.again as Partial<Again>;
  // The browser may keep it longer than a release lasts.
  return "asked" in again || "kept" in again ? (again as Again) : undefined;
}

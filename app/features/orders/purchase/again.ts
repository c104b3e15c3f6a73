import { useState } from "react";
import { useNavigate } from "react-router";
import { draftSaved, editDraft, joined, loadedDraft } from "#app/client/account-draft.ts";
import { describeError } from "#app/client/api.ts";
import { callApi, requireSession } from "#app/client/session.ts";
import type { Order } from "#app/features/orders/contract.ts";
import { toast } from "#app/ui/toast.ts";
import { listCounted, sortAgain } from "./again.rules.ts";

/** What *Order again* did, as the page of the draft is told. */
export type Again = {
  of: string;
  trimIds: string[];
  /** The names of trims that are no longer in the catalogue. */
  gone: string[];
  /** Those for which the draft had no room. */
  left?: { trimId: string; name: string }[];
};

type Wanted = Pick<Order, "trimId" | "orderQuantity" | "productName">;

/**
 * Puts what was ordered before on the order sheet, and shows it there. Trims that are no longer available are named.
 */
export function useAgain() {
  const [isBusy, setBusy] = useState(false);
  const navigate = useNavigate();

  async function run(of: string, find: () => Promise<readonly Wanted[]>) {
    setBusy(true);
    try {
      const again: Again = { of, ...(await fillDraft(await find())) };
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
    again: (order: Wanted & Pick<Order, "number">) => run(`Order No. ${order.number}`, async () => [order]),
    /** All that counts of a sheet, unless the caller has read it and says what is `wanted`. */
    allAgain: (number: number, wanted?: readonly Wanted[]) =>
      run(`Sheet S-${number}`, async () => wanted ?? listCounted(await findOrders(number))),
  };
}

async function findOrders(number: number): Promise<readonly Order[]> {
  const { data } = await callApi("GET /orderSheets/{id}", { params: { id: String(number) } });
  return data.orders;
}

/** Trims that are on the draft already keep the larger number of pieces. */
async function fillDraft(wanted: readonly Wanted[]): Promise<Omit<Again, "of">> {
  const { user } = await requireSession(new Request(location.href));
  const before = await loadedDraft(user.uid, { fresh: true });
  const was = new Set(before.lines.map(({ trimId }) => trimId));
  const lines = wanted.flatMap(({ trimId, orderQuantity }) => (trimId ? [{ trimId, orderQuantity }] : []));
  editDraft(user.uid, joined(lines));
  await draftSaved(user.uid);
  const after = await loadedDraft(user.uid);
  const goneIds = new Set(after.lines.filter(({ gone }) => gone).map(({ trimId }) => trimId));
  editDraft(user.uid, (draft) => ({
    ...draft,
    lines: draft.lines.filter(({ trimId }) => !goneIds.has(trimId) || was.has(trimId)),
  }));
  return sortAgain(wanted, after.lines);
}

/** What the state of a navigation says about it. */
export function readAgain(state: unknown): Again | undefined {
  if (typeof state !== "object" || state === null || !("again" in state)) return undefined;
  const again = state.again as Partial<Again>;
  // The browser may keep it longer than a release lasts.
  return again.trimIds ? (again as Again) : undefined;
}

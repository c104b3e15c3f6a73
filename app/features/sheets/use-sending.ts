import { useState } from "react";
import { useNavigate } from "react-router";
import { ApiProblem, describeError } from "#app/client/api.ts";
import { callApi, type SessionUser } from "#app/client/session.ts";
import type { ChargeInput } from "#app/features/orders/charges.contract.ts";
import { useFormKey } from "#app/forms/idempotency-key.ts";
import { toast } from "#app/ui/toast.ts";
import type { Draft } from "./contract.ts";
import type { Delivery } from "./delivery.rules.ts";
import { draftSaved, draftSent, draftVersion, loadedDraft } from "./draft/account-draft.ts";
import { CHANGED_UNSENT, draftChanged } from "./problems.ts";

type Line = Pick<Draft["lines"][number], "trimId" | "orderQuantity">;
type Sent = Delivery & { lines: readonly (Line & { verdict: { unitPrice: string | undefined } })[] };

type Sender = { user: SessionUser; draftId: string; buyerId: string | undefined };

/** Sends the sheet once, whatever is pressed, for oneself or for a buyer; then its page says what was sent. */
export function useSending({ user, draftId, buyerId }: Sender) {
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<ApiProblem>();
  const [sent, setSent] = useState<number>();
  const key = useFormKey();
  const navigate = useNavigate();

  /** Sends it, for a buyer with freight and discounts; with `isAsking`, asks a manager to approve it instead. */
  async function send(
    { lines, faults: _, ...delivery }: Sent,
    { isAsking = false, charges = [] }: { isAsking?: boolean; charges?: readonly ChargeInput[] } = {},
  ) {
    setBusy(true);
    setRefusal(undefined);
    const body = {
      ...delivery,
      lines: lines.map(({ trimId, orderQuantity, verdict: { unitPrice } }) => ({
        trimId,
        orderQuantity,
        ...(unitPrice !== undefined && { unitPrice }),
      })),
    };
    try {
      // A change still on its way would be written into the draft that sending empties.
      await draftSaved(draftId);
      refuseOther((await loadedDraft(draftId)).lines, lines);
      // What waited for the same saving may have changed it since, such as *Order again*.
      await draftSaved(draftId);
      const version = draftVersion(draftId);
      const headers = { "idempotency-key": key.of([body, charges]), ...(version && { "if-match": version }) };
      const own = { name: user.displayName, email: user.email };
      if (isAsking) {
        const sheet = { ...own, ...body };
        await callApi("POST /approvals", {
          headers: { ...headers, "idempotency-key": key.of({ sheet }) },
          body: { sheet },
        });
        key.forget();
        toast.success("A manager was asked to approve it");
        await draftSent(draftId);
        await navigate(".", { replace: true });
        return;
      }
      const { data } = await (buyerId === undefined
        ? callApi("POST /orderSheets", { headers, body: { ...own, ...body } })
        : callApi("POST /buyers/{id}/orderSheets", {
            params: { id: buyerId },
            headers,
            body: { ...body, charges: [...charges] },
          }));
      key.forget();
      setSent(data.number);
      void draftSent(draftId);
      // Never resolves where the next page is out of reach.
      void navigate(`/dashboard/ordersheets/${data.number}`, { state: { isSent: true } });
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      setRefusal(error);
      toast.error(describeError(error));
      // The lines show what has changed. Without an answer, the sheet may have been sent and the draft emptied: if it
      // is sent again, the shop repeats its first answer.
      const isRefused = error.status >= 400 && error.status < 500;
      if (isRefused) await loadedDraft(draftId, { fresh: true }).catch(() => undefined);
    } finally {
      setBusy(false);
    }
  }

  const faults = new Map(refusal?.errors.map(({ field, message }) => [field, message]));
  return { send, isBusy, refusal, faults, sent };
}

/**
 * Saving the last change may have met another draft: changed in another tab, or emptied by a sheet that was sent and
 * whose answer was lost.
 * @throws ApiProblem if the lines of the draft are not those to be sent.
 */
function refuseOther(now: readonly Line[], wanted: readonly Line[]): void {
  const tell = (lines: readonly Line[]) => JSON.stringify(lines.map((line) => [line.trimId, line.orderQuantity]));
  if (tell(now) === tell(wanted)) return;
  throw new ApiProblem({ ...draftChanged, detail: CHANGED_UNSENT });
}

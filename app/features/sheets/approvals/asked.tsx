import { useState } from "react";
import { useNavigate, useRevalidator } from "react-router";
import { describeError } from "#app/client/api.ts";
import { DRAFT_PATH, useOrderDraft } from "#app/client/order-draft.ts";
import { callApi } from "#app/client/session.ts";
import { formatTotal } from "#app/contract/money.ts";
import { writePhone } from "#app/contract/phone.ts";
import { namePo } from "#app/contract/po.ts";
import type { Approval } from "#app/features/sheets/approvals.contract.ts";
import { useFormKeys } from "#app/forms/idempotency-key.ts";
import { Banner } from "#app/ui/banner.tsx";
import { Button } from "#app/ui/button.tsx";
import { IconWarning } from "#app/ui/icons.tsx";
import { Moment } from "#app/ui/moment.tsx";
import { toast } from "#app/ui/toast.ts";

/** What the person has asked for that still waits, or came back with a reason. */
export function Asked({ asked }: { asked: readonly Approval[] }) {
  return (
    <>
      {asked.map((approval) => (
        <One key={approval._id} approval={approval} />
      ))}
    </>
  );
}

function One({ approval }: { approval: Approval }) {
  const { _id, state, poNumber, total, lines, createdAt, decidedAt, decidedBy, reason } = approval;
  const { wantedOn, address, phone, note, country } = approval;
  const [isBusy, setBusy] = useState(false);
  const keys = useFormKeys();
  const { orderAgain } = useOrderDraft();
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const [first, ...others] = lines;
  const what = poNumber ? namePo(poNumber) : first && others.length === 0 ? first.name : `${lines.length} lines`;

  /** Ends the request, and then lets its lines be put on the sheet: added, or in place of those that are there. */
  async function take(isWanted: boolean) {
    setBusy(true);
    try {
      const body = { to: "withdrawn" } as const;
      const headers = { "idempotency-key": keys.of({ _id, body }) };
      await callApi("POST /approvals/{id}/moves", { params: { id: _id }, headers, body });
      if (isWanted) {
        const wanted = lines.map(({ trimId, orderQuantity, name }) => ({ trimId, orderQuantity, productName: name }));
        const said = { poNumber, wantedOn, address, phone: writePhone(phone), note, country };
        await navigate(DRAFT_PATH, { replace: true, state: await orderAgain(what, wanted, true, said) });
      }
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      toast.error(describeError(error));
    } finally {
      setBusy(false);
    }
    await revalidate();
  }

  return (
    <Banner tone="wait">
      <IconWarning />
      {state === "waiting" ? (
        <p>
          {what}, {formatTotal(total)}, waits for approval since <Moment at={createdAt} />.
        </p>
      ) : (
        <p>
          {decidedBy} returned {what}, {formatTotal(total)}
          {decidedAt && (
            <>
              , <Moment at={decidedAt} />
            </>
          )}
          : “{reason}”
        </p>
      )}
      {state === "waiting" && <p>You get a mail when a manager decides. No stock is held until then.</p>}
      <p>
        <Button kind="line" size="small" busy={isBusy} onClick={() => void take(true)}>
          {state === "waiting" ? "Take it back" : "Put it on the sheet again"}
        </Button>{" "}
        {state === "returned" && (
          <Button kind="text" size="small" busy={isBusy} onClick={() => void take(false)}>
            Let it go
          </Button>
        )}
      </p>
    </Banner>
  );
}

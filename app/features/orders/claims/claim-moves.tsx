import { useState } from "react";
import { ApiProblem, describeError } from "#app/client/api.ts";
import { callApi } from "#app/client/session.ts";
import type { Claim, Settlement } from "#app/features/orders/claims.contract.ts";
import { NOTE_MAX } from "#app/features/orders/facts.ts";
import { useFormKey } from "#app/forms/idempotency-key.ts";
import { Button } from "#app/ui/button.tsx";
import { TextArea } from "#app/ui/field.tsx";
import { FormError } from "#app/ui/form-error.tsx";
import { toast } from "#app/ui/toast.ts";
import styles from "./claims-part.module.css";

type MovesProps = { claim: Claim; onDone: () => Promise<void> };

function useSettling({ claim: { _id: id }, onDone }: MovesProps) {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const key = useFormKey();
  async function settle(body: Settlement) {
    setBusy(true);
    setRefusal(undefined);
    try {
      const headers = { "idempotency-key": key.of({ id, ...body }) };
      const { data } = await callApi("POST /claims/{id}/moves", { params: { id }, headers, body });
      key.forget();
      toast.success(nameOutcome(body, data));
      await onDone();
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      setRefusal(describeError(error));
    } finally {
      setBusy(false);
    }
  }
  return { busy, refusal, settle };
}

function nameOutcome(
  { to }: Settlement,
  { creditNote, replacement }: { creditNote: string | null; replacement: number | null },
): string {
  if (to === "withdrawn") return "Claim withdrawn";
  if (creditNote) return `Credited by ${creditNote}`;
  if (replacement !== null) return `Order No. ${replacement} replaces the pieces`;
  return "Claim refused";
}

/** The three answers of staff to a claim. */
export function ClaimAnswer(props: MovesProps) {
  const { busy, refusal, settle } = useSettling(props);
  /** Undefined until the form was first opened. */
  const [isRefusing, setRefusing] = useState<boolean>();
  const [reason, setReason] = useState("");
  const { wants } = props.claim;
  if (isRefusing) {
    return (
      <form
        className={styles.buttons}
        noValidate
        aria-label="Refuse the claim"
        onSubmit={(event) => {
          event.preventDefault();
          void settle({ to: "refused", reason });
        }}
      >
        <TextArea
          label="Reason for the buyer"
          required
          autoFocus
          rows={2}
          maxLength={NOTE_MAX}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
        <FormError>{refusal}</FormError>
        <Button type="submit" kind="danger" size="small" busy={busy} disabled={!reason.trim()}>
          Refuse the claim
        </Button>
        <Button kind="text" size="small" onClick={() => setRefusing(false)}>
          Back
        </Button>
      </form>
    );
  }
  const kindOf = (gets: Claim["wants"]) => (gets === wants ? "primary" : "line");
  return (
    <>
      <FormError>{refusal}</FormError>
      <div className={styles.buttons}>
        <Button
          kind={kindOf("credit")}
          size="small"
          busy={busy}
          onClick={() => void settle({ to: "accepted", gets: "credit" })}
        >
          Credit
        </Button>
        <Button
          kind={kindOf("replacement")}
          size="small"
          busy={busy}
          onClick={() => void settle({ to: "accepted", gets: "replacement" })}
        >
          Replace at no cost
        </Button>
        <Button
          kind="text"
          size="small"
          disabled={busy}
          autoFocus={isRefusing === false}
          onClick={() => setRefusing(true)}
        >
          Refuse
        </Button>
      </div>
    </>
  );
}

/** For who claimed, while nobody has decided. */
export function Withdraw(props: MovesProps) {
  const { busy, refusal, settle } = useSettling(props);
  return (
    <>
      <FormError>{refusal}</FormError>
      <p>
        <Button kind="text" size="small" busy={busy} onClick={() => void settle({ to: "withdrawn" })}>
          Withdraw
        </Button>
      </p>
    </>
  );
}

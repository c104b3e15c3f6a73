import { useState } from "react";
import { withProof } from "#app/client/proof.ts";
import { callApi } from "#app/client/session.ts";
import { useAction } from "#app/client/use-action.ts";
import { lockReason, type StaffMember } from "#app/features/profiles/staff.contract.ts";
import { FormDialog } from "#app/forms/form-dialog.tsx";
import { Field } from "#app/ui/field.tsx";
import textStyles from "#app/ui/text.module.css";
import { toast } from "#app/ui/toast.ts";

type LockDialogProps = { member: StaffMember; onClose: () => void; onDone: () => void };

/** Asks for the reason, and locks an account. */
export function LockDialog({ member, onClose, onDone }: LockDialogProps) {
  const [reason, setReason] = useState("");
  const [fault, setFault] = useState<string>();
  const { isBusy, run } = useAction();
  async function lock() {
    const checked = lockReason.safeParse(reason);
    setFault(checked.error?.issues[0]?.message);
    if (!checked.success) return;
    await run(async () => {
      const call = { params: { id: member._id }, body: { reason: checked.data } };
      await withProof(() => callApi("PUT /accounts/{id}/lock", call));
      toast.success(`${member.name} is locked out.`);
      onDone();
    });
  }
  return (
    <FormDialog
      title={`Lock ${member.name}?`}
      no="Not now"
      yes="Lock"
      danger
      busy={isBusy}
      onClose={onClose}
      onSubmit={lock}
    >
      <p>
        Open sessions end now, and nobody logs in with this account until an owner unlocks it. Orders stay, and so does
        what was done in Record.
      </p>
      <Field
        label="Reason, for Record"
        required
        maxLength={200}
        value={reason}
        error={fault}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <p className={textStyles.soft}>{member.email} and all owners get a mail.</p>
    </FormDialog>
  );
}

import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { Link } from "react-router";
import { z } from "zod";
import { useMay } from "#app/client/session.ts";
import { isSeen } from "#app/contract/text.ts";
import { FormDialog, showProblems } from "#app/forms/form-dialog.tsx";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { TextArea } from "#app/ui/field.tsx";
import { noteWords } from "./move-dialogs.tsx";

const typed = z.object({ overCredit: noteWords.refine(isSeen, "Please write the reason") });

type OverCreditProps = {
  /** What is to be accepted: "order No. 46". */
  subject: string;
  companyId: string | null;
  /** What the refusal says, with the figures. */
  detail: string;
  onClose: () => void;
  /** Accepts it for this reason, while the dialog stays. */
  onSend: (reason: string) => Promise<void>;
};

/** Says that a company would be above its credit limit. Whoever looks after money may accept the order for a reason. */
export function OverCreditDialog(props: OverCreditProps) {
  const may = useMay();
  return may("manage-money") ? <ReasonDialog {...props} /> : <RefusalDialog {...props} />;
}

function ReasonDialog({ subject, companyId, detail, onClose, onSend }: OverCreditProps) {
  const form = useForm({ resolver: zodResolver(typed), defaultValues: { overCredit: "" } });
  const { errors, isSubmitting } = form.formState;
  return (
    <FormDialog
      title="Above the credit limit"
      no="Keep in review"
      yes="Accept above the limit"
      busy={isSubmitting}
      guarded
      onClose={onClose}
      onSubmit={form.handleSubmit(({ overCredit }) => showProblems(onSend(overCredit), ["overCredit"], form.setError))}
    >
      <Explanation detail={detail} companyId={companyId} />
      <TextArea
        label={`Why ${subject} is accepted all the same`}
        required
        hint="For the history and the record; the buyer does not see it."
        error={errors.overCredit?.message}
        {...form.register("overCredit")}
      />
    </FormDialog>
  );
}

function RefusalDialog({ companyId, detail, onClose }: OverCreditProps) {
  return (
    <Dialog
      title="Above the credit limit"
      open
      onClose={onClose}
      actions={
        <Button kind="line" onClick={onClose}>
          Keep in review
        </Button>
      }
    >
      <Explanation detail={detail} companyId={companyId} />
      <p>Somebody of accounts can raise the limit, or an owner can accept the order with a reason.</p>
    </Dialog>
  );
}

function Explanation({ detail, companyId }: Pick<OverCreditProps, "detail" | "companyId">) {
  return (
    <>
      <p>{detail}</p>
      {companyId && (
        <p>
          <Link to={`/dashboard/companies/${companyId}`}>What is open, and the terms</Link>
        </p>
      )}
    </>
  );
}

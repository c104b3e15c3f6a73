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
import { type Obstacle, obstacles } from "./obstacles.ts";

const typed = z.object({ reason: noteWords.refine(isSeen, "Please write the reason") });

type OverrideProps = {
  obstacle: Obstacle;
  /** What is to be moved: "order No. 46". */
  subject: string;
  companyId: string | null;
  /** What each refusal says, with the figures. */
  detail: readonly string[];
  onClose: () => void;
  /** Moves it for this reason, while the dialog stays. */
  onSend: (reason: string) => Promise<void>;
};

/** Says what stands in the way of a move. Whoever looks after money may make it for a reason. */
export function OverrideDialog(props: OverrideProps) {
  const may = useMay();
  return may("manage-money") ? <ReasonDialog {...props} /> : <RefusalDialog {...props} />;
}

function ReasonDialog({ obstacle, subject, companyId, detail, onClose, onSend }: OverrideProps) {
  const { title, no, yes, why } = obstacles[obstacle];
  const form = useForm({ resolver: zodResolver(typed), defaultValues: { reason: "" } });
  const { errors, isSubmitting } = form.formState;
  return (
    <FormDialog
      title={title}
      no={no}
      yes={yes}
      busy={isSubmitting}
      guarded
      onClose={onClose}
      onSubmit={form.handleSubmit(({ reason }) => showProblems(onSend(reason), ["reason"], form.setError))}
    >
      <Explanation detail={detail} companyId={companyId} />
      <TextArea
        label={why(subject)}
        required
        hint="For the history and the record; the buyer does not see it."
        error={errors.reason?.message}
        {...form.register("reason")}
      />
    </FormDialog>
  );
}

function RefusalDialog({ obstacle, companyId, detail, onClose }: OverrideProps) {
  const { title, no, who } = obstacles[obstacle];
  return (
    <Dialog
      title={title}
      open
      onClose={onClose}
      actions={
        <Button kind="line" onClick={onClose}>
          {no}
        </Button>
      }
    >
      <Explanation detail={detail} companyId={companyId} />
      <p>{who}</p>
    </Dialog>
  );
}

function Explanation({ detail, companyId }: Pick<OverrideProps, "detail" | "companyId">) {
  return (
    <>
      {detail.map((said) => (
        <p key={said}>{said}</p>
      ))}
      {companyId && (
        <p>
          <Link to={`/dashboard/companies/${companyId}`}>What is open, and the terms</Link>
        </p>
      )}
    </>
  );
}

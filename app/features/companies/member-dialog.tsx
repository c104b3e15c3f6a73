import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { callApi } from "#app/client/session.ts";
import { FormDialog, showProblems } from "#app/forms/form-dialog.tsx";
import { typedAs } from "#app/forms/form-schema.ts";
import { toast } from "#app/ui/toast.ts";
import type { Company } from "./contract.ts";
import { memberFields } from "./fields.contract.ts";
import { MemberFields } from "./member-fields.tsx";
import { useCompanyChange } from "./use-company-change.ts";

const typed = z.object({ role: memberFields.role, orderLimit: typedAs(memberFields.orderLimit) });

type MemberDialogProps = { member: Company["members"][number]; version: string; onClose: () => void };

/** Asks for a member's role and limit. */
export function MemberDialog({ member, version, onClose }: MemberDialogProps) {
  const form = useForm({
    resolver: zodResolver(typed),
    defaultValues: { role: member.role, orderLimit: member.orderLimit ?? "" },
  });
  const { errors, isSubmitting } = form.formState;
  const change = useCompanyChange();

  async function save(body: z.output<typeof typed>) {
    const headers = { "if-match": version };
    await change(() => callApi("PUT /company/members/{id}", { params: { id: member._id }, headers, body }));
    toast.success(`${member.name} is changed.`);
    onClose();
  }

  return (
    <FormDialog
      title={`Change ${member.name}`}
      no="Cancel"
      yes="Save"
      busy={isSubmitting}
      onClose={onClose}
      onSubmit={form.handleSubmit((body) => showProblems(save(body), ["role", "orderLimit"], form.setError))}
    >
      <MemberFields
        role={{ error: errors.role?.message, ...form.register("role") }}
        orderLimit={{ error: errors.orderLimit?.message, ...form.register("orderLimit") }}
        hasLimit={form.watch("role") === "purchaser"}
      />
    </FormDialog>
  );
}

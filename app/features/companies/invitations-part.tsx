import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { callApi } from "#app/client/session.ts";
import { useAction } from "#app/client/use-action.ts";
import { showProblem } from "#app/forms/form-problem.ts";
import { typedAs } from "#app/forms/form-schema.ts";
import { createFormKey, useFormKey } from "#app/forms/idempotency-key.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import formStyles from "#app/ui/form.module.css";
import { ShortDay } from "#app/ui/moment.tsx";
import { SheetPart } from "#app/ui/sheet-part.tsx";
import { toast } from "#app/ui/toast.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { invitationInput } from "./changes.contract.ts";
import { CompanyRow, CompanyRows } from "./company-rows.tsx";
import type { Company } from "./contract.ts";
import { roleNames } from "./labels.ts";
import { MemberFields } from "./member-fields.tsx";
import { describeLimit } from "./people-part.tsx";
import { useCompanyChange } from "./use-company-change.ts";

type Invitation = Company["invitations"][number];

/** Who was invited and has not come yet. */
export function InvitationsPart({ company }: { company: Company }) {
  return (
    <SheetPart title="Invitations">
      <CompanyRows>
        {company.invitations.map((invitation) => (
          <InvitationRow key={invitation._id} invitation={invitation} isManager={company.role === "manager"} />
        ))}
      </CompanyRows>
    </SheetPart>
  );
}

function InvitationRow({ invitation, isManager }: { invitation: Invitation; isManager: boolean }) {
  const { _id, email, role, orderLimit, expiresAt } = invitation;
  const { isBusy, run } = useAction();
  const change = useCompanyChange();
  const sendAgain = () =>
    run(async () => {
      const body = { email, role, orderLimit };
      const headers = { "idempotency-key": createFormKey().of(body) };
      await change(() => callApi("POST /company/invitations", { headers, body }));
      toast.success(`We have sent ${email} a new link. The old one no longer works.`);
    });
  const withdraw = () =>
    run(async () => {
      await change(() => callApi("DELETE /company/invitations/{id}", { params: { id: _id } }));
      toast.success("The invitation is withdrawn.");
    });
  return (
    <CompanyRow
      name={email}
      sub={`${roleNames[role]}, ${describeLimit(invitation).toLowerCase()}`}
      about={
        <span>
          Open until <ShortDay at={expiresAt} />
        </span>
      }
      actions={
        isManager && (
          <>
            <Button
              kind="text"
              size="small"
              busy={isBusy}
              aria-label={`Send ${email} the invitation again`}
              onClick={() => void sendAgain()}
            >
              Send again
            </Button>
            <Button
              kind="text"
              size="small"
              busy={isBusy}
              aria-label={`Withdraw the invitation of ${email}`}
              onClick={() => void withdraw()}
            >
              Withdraw
            </Button>
          </>
        )
      }
    />
  );
}

const typed = z.object({ ...invitationInput.shape, orderLimit: typedAs(invitationInput.shape.orderLimit) });
const empty = { email: "", role: "purchaser" as const, orderLimit: "" };

/** Invites a colleague by mail. */
export function InvitePart() {
  const form = useForm({ resolver: zodResolver(typed), defaultValues: empty });
  const { errors, isSubmitting } = form.formState;
  const isHydrated = useHydrated();
  const key = useFormKey();
  const change = useCompanyChange();

  const submit = form.handleSubmit(async (body) => {
    try {
      await change(() => callApi("POST /company/invitations", { headers: { "idempotency-key": key.of(body) }, body }));
    } catch (error) {
      return showProblem(error, ["email", "role", "orderLimit"], form.setError);
    }
    key.forget();
    form.reset(empty);
    toast.success(`We have sent an invitation to ${body.email}.`);
  });

  return (
    <SheetPart title="Invite a colleague" unprinted>
      <form
        className={formStyles.form}
        noValidate
        inert={!isHydrated}
        aria-label="Invite a colleague"
        onSubmit={(event) => void submit(event)}
      >
        <Field
          label="E-mail"
          type="email"
          autoComplete="off"
          required
          hint="Only this address can accept, within 7 days."
          error={errors.email?.message}
          {...form.register("email")}
        />
        <div className={formStyles.two}>
          <MemberFields
            role={{ error: errors.role?.message, ...form.register("role") }}
            orderLimit={{ error: errors.orderLimit?.message, ...form.register("orderLimit") }}
            hasLimit={form.watch("role") === "purchaser"}
          />
        </div>
        <p>
          <Button type="submit" busy={isSubmitting}>
            Send invitation
          </Button>
        </p>
      </form>
    </SheetPart>
  );
}

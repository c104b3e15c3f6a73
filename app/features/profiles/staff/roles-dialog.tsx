import { type ReactNode, useId, useState } from "react";
import { withProof } from "#app/client/proof.ts";
import { callApi } from "#app/client/session.ts";
import { useAction } from "#app/client/use-action.ts";
import { type StaffRole, staffRoleLabels, staffRoles } from "#app/contract/staff.ts";
import { staffInvitationInput } from "#app/features/profiles/invitations.contract.ts";
import type { StaffMember } from "#app/features/profiles/staff.contract.ts";
import { FormDialog } from "#app/forms/form-dialog.tsx";
import { useFormKey } from "#app/forms/idempotency-key.ts";
import { Field } from "#app/ui/field.tsx";
import { FormError } from "#app/ui/form-error.tsx";
import textStyles from "#app/ui/text.module.css";
import { TickBox } from "#app/ui/tick-box.tsx";
import { toast } from "#app/ui/toast.ts";
import styles from "./roles-dialog.module.css";

/** What each role is for, in a few words. */
const work: Record<StaffRole, string> = {
  owner: "everything, also staff and the record",
  orders: "review, change and cancel orders, enter them for buyers, issue invoices",
  warehouse: "produce, pack and ship orders, keep stock",
  catalogue: "products, imports, reviews, stock",
  accounts: "invoices, payments, refunds, exports",
};

type RolesDialogProps = {
  /** Whose roles change; undefined to invite somebody by their e-mail. */
  member: StaffMember | undefined;
  onClose: () => void;
  onDone: () => void;
};

/** Asks for the roles of a member of staff, and saves them, or mails an invitation with them. */
export function RolesDialog({ member, onClose, onDone }: RolesDialogProps) {
  const [email, setEmail] = useState(member?.email ?? "");
  const [roles, setRoles] = useState<readonly StaffRole[]>(member?.staffRoles ?? []);
  const { isBusy, run } = useAction();
  const key = useFormKey();
  const [fault, setFault] = useState<string>();
  const invite = () =>
    run(async () => {
      const { data: body, error } = staffInvitationInput.safeParse({ email, roles });
      setFault(error?.issues[0]?.message);
      if (!body) return;
      const headers = { "idempotency-key": key.of(body) };
      await withProof(() => callApi("POST /staff/invitations", { headers, body }));
      toast.success(`We have sent an invitation to ${body.email}.`);
      onDone();
    });
  const save = () =>
    run(async () => {
      const params = { email: email.trim() };
      await withProof(() => callApi("PUT /staff/{email}", { params, body: { roles: [...roles] } }));
      toast.success(roles.length > 0 ? "Roles saved" : `${params.email} no longer works for the shop.`);
      onDone();
    });
  return (
    <FormDialog
      title={member ? `Roles of ${member.name}` : "Invite a member of staff"}
      no="Not now"
      yes={member ? "Save" : "Send invitation"}
      danger={member !== undefined && roles.length === 0}
      busy={isBusy}
      onClose={onClose}
      onSubmit={member ? save : invite}
    >
      {!member && (
        <Field
          label="E-mail"
          type="email"
          required
          hint="Only this address can accept, within 7 days."
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
      )}
      <Choice legend="Roles">
        {staffRoles.map((role) => (
          <RoleTick
            key={role}
            role={role}
            checked={roles.includes(role)}
            onChange={(isOn) => setRoles(isOn ? [...roles, role] : roles.filter((one) => one !== role))}
          />
        ))}
      </Choice>
      {fault && <FormError>{fault}</FormError>}
      <p className={textStyles.soft}>
        {member && roles.length === 0 ? "Without a role they lose the pages of staff at once, and stay a buyer. " : ""}
        The person and all owners get a mail.
      </p>
    </FormDialog>
  );
}

function Choice({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className={styles.roles}>
      <legend>{legend}</legend>
      {children}
    </fieldset>
  );
}

type RoleTickProps = { role: StaffRole; checked: boolean; onChange: (isOn: boolean) => void };

function RoleTick({ role, checked, onChange }: RoleTickProps) {
  const id = useId();
  return (
    <label className={styles.role} htmlFor={id}>
      <TickBox id={id} checked={checked} onChange={(event) => onChange(event.currentTarget.checked)} />
      <span>
        <strong>{staffRoleLabels[role]}</strong> <span className={textStyles.soft}>{work[role]}</span>
      </span>
    </label>
  );
}

import { useRevalidator } from "react-router";
import { callApi } from "#app/client/session.ts";
import { useAction } from "#app/client/use-action.ts";
import { staffRoleLabels } from "#app/contract/staff.ts";
import type { StaffInvitation } from "#app/features/profiles/invitations.contract.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { ShortDay } from "#app/ui/moment.tsx";
import { type Column, Table } from "#app/ui/table.tsx";
import { SecondLine, WholeEmail } from "#app/ui/table-parts.tsx";
import { toast } from "#app/ui/toast.ts";
import styles from "./staff-table.module.css";

/** Who was invited to the staff and has not come yet; nothing if nobody was. */
export function InvitationsTable({ invitations }: { invitations: StaffInvitation[] }) {
  if (invitations.length === 0) return null;
  const columns: Column<StaffInvitation>[] = [
    {
      head: "Invited",
      className: styles.name,
      cell: ({ email, invitedBy, createdAt }) => (
        <span>
          <strong>
            <WholeEmail email={email} />
          </strong>
          <SecondLine>
            <ShortDay at={createdAt} />
            {invitedBy && `, by ${invitedBy}`}
          </SecondLine>
        </span>
      ),
    },
    {
      head: "Roles",
      className: styles.roles,
      cell: ({ roles }) => (
        <span className={styles.badges}>
          {roles.map((role) => (
            <Badge key={role}>{staffRoleLabels[role]}</Badge>
          ))}
        </span>
      ),
    },
    {
      head: "Open until",
      className: styles.state,
      cell: ({ expiresAt }) => <ShortDay at={expiresAt} />,
    },
    {
      head: "Actions",
      onlyActions: true,
      className: styles.actions,
      cell: (invitation) => (
        <span className={styles.buttons}>
          <Withdraw invitation={invitation} />
        </span>
      ),
    },
  ];
  return (
    <section className={styles.invitations} aria-label="Invitations">
      <Table label="Invitations" columns={columns} rows={invitations} seen={0} dense grid className={styles.table} />
    </section>
  );
}

function Withdraw({ invitation: { _id, email } }: { invitation: StaffInvitation }) {
  const { revalidate } = useRevalidator();
  const { isBusy, run } = useAction();
  const withdraw = () =>
    run(async () => {
      await callApi("DELETE /staff/invitations/{id}", { params: { id: _id } });
      toast.success("The invitation is withdrawn.");
      await revalidate();
    });
  return (
    <Button
      kind="line"
      size="small"
      busy={isBusy}
      aria-label={`Withdraw the invitation of ${email}`}
      onClick={() => void withdraw()}
    >
      Withdraw
    </Button>
  );
}

import { staffRoleLabels } from "#app/contract/staff.ts";
import type { StaffMember } from "#app/features/profiles/staff.contract.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { joinClasses } from "#app/ui/join-classes.ts";
import { Moment } from "#app/ui/moment.tsx";
import { type Column, Table } from "#app/ui/table.tsx";
import { SecondLine, WholeEmail } from "#app/ui/table-parts.tsx";
import textStyles from "#app/ui/text.module.css";
import styles from "./staff-table.module.css";

type StaffTableProps = {
  staff: StaffMember[];
  ownEmail: string;
  onRoles: (member: StaffMember) => void;
  onLock: (member: StaffMember) => void;
  onUnlock: (member: StaffMember) => void;
};

export function StaffTable({ staff, ownEmail, ...callbacks }: StaffTableProps) {
  const columns: Column<StaffMember>[] = [
    {
      head: "Name",
      className: styles.name,
      cell: ({ name, email }) => (
        <span>
          <strong>{name}</strong>
          <SecondLine>
            <WholeEmail email={email} />
          </SecondLine>
        </span>
      ),
    },
    {
      head: "Roles",
      className: styles.roles,
      cell: ({ staffRoles }) =>
        staffRoles.length > 0 ? (
          <span className={styles.badges}>
            {staffRoles.map((role) => (
              <Badge key={role}>{staffRoleLabels[role]}</Badge>
            ))}
          </span>
        ) : (
          <span className={textStyles.soft}>Buyer</span>
        ),
    },
    {
      head: "Second factor",
      className: styles.factor,
      cell: ({ hasSecondFactor }) => (hasSecondFactor ? <Badge tone="ok">On</Badge> : <Badge tone="out">None</Badge>),
    },
    {
      head: "Last sign-in",
      className: joinClasses(textStyles.num, styles.last),
      cell: ({ lastSignInAt }) =>
        lastSignInAt ? <Moment at={lastSignInAt} /> : <span className={textStyles.soft}>Never</span>,
    },
    {
      head: "State",
      className: styles.state,
      cell: ({ email, lockedAt }) => {
        if (lockedAt) return <Badge tone="out">Locked</Badge>;
        return <span className={textStyles.soft}>{email === ownEmail ? "You" : "Active"}</span>;
      },
    },
    {
      head: "Actions",
      onlyActions: true,
      className: styles.actions,
      cell: (member) => <Actions member={member} isOwn={member.email === ownEmail} {...callbacks} />,
    },
  ];
  return <Table label="Staff" columns={columns} rows={staff} seen={0} dense grid className={styles.table} />;
}

type ActionsProps = { member: StaffMember; isOwn: boolean } & Pick<StaffTableProps, "onRoles" | "onLock" | "onUnlock">;

function Actions({ member, isOwn, onRoles, onLock, onUnlock }: ActionsProps) {
  const { email, lockedAt } = member;
  return (
    <span className={styles.buttons}>
      {(!lockedAt || member.staffRoles.length > 0) && (
        <Button kind="line" size="small" aria-label={`Change roles of ${email}`} onClick={() => onRoles(member)}>
          Roles
        </Button>
      )}
      {lockedAt ? (
        <Button kind="line" size="small" aria-label={`Unlock ${email}`} onClick={() => onUnlock(member)}>
          Unlock
        </Button>
      ) : (
        !isOwn && (
          <Button kind="line" size="small" aria-label={`Lock ${email}`} onClick={() => onLock(member)}>
            Lock
          </Button>
        )
      )}
    </span>
  );
}

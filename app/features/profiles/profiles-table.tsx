import type { Ref } from "react";
import type { List } from "#app/lists/list.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button, IconButton } from "#app/ui/button.tsx";
import { IconTrash } from "#app/ui/icons.tsx";
import { joinClasses } from "#app/ui/join-classes.ts";
import { type Column, Table } from "#app/ui/table.tsx";
import { WholeEmail } from "#app/ui/table-parts.tsx";
import textStyles from "#app/ui/text.module.css";
import type { Profile } from "./contract.ts";
import styles from "./profiles-table.module.css";

type ProfilesTableProps = {
  list: List<Profile>;
  /** People cannot remove themselves. */
  ownEmail: string;
  granting: string | undefined;
  /** For the button in the row whose role changed last. */
  buttonRef: (profile: Profile) => Ref<HTMLButtonElement> | undefined;
  onGrant: (profile: Profile) => void;
  onDemote: (profile: Profile) => void;
  onRemove: (profile: Profile) => void;
};

export function ProfilesTable({ list, ownEmail, onRemove, ...role }: ProfilesTableProps) {
  const columns: Column<Profile>[] = [
    { head: "Number", className: joinClasses(textStyles.num, styles.number), cell: (_, number) => number },
    {
      head: "Email",
      className: styles.email,
      cell: ({ email, emailVerified }) => (
        <span>
          <WholeEmail email={email} className={styles.address} />
          <small className={styles.confirmation}>{emailVerified ? "Confirmed" : "Not confirmed"}</small>
        </span>
      ),
    },
    { head: "Name", className: styles.name, cell: ({ name }) => <span className={styles.called}>{name}</span> },
    { head: "Make Admin", className: styles.rights, cell: (profile) => <RoleCell profile={profile} {...role} /> },
    {
      head: "Remove",
      onlyActions: true,
      align: "center",
      className: styles.remove,
      cell: (profile) =>
        profile.email === ownEmail ? (
          <span className={textStyles.soft}>You</span>
        ) : (
          <IconButton label={`Remove ${profile.email}`} danger onClick={() => onRemove(profile)}>
            <IconTrash />
          </IconButton>
        ),
    },
  ];
  return (
    <Table
      label="All profiles"
      columns={columns}
      rows={list.rows}
      seen={list.asked.seen}
      dense
      grid
      className={styles.table}
    />
  );
}

type RoleCellProps = { profile: Profile } & Pick<ProfilesTableProps, "granting" | "buttonRef" | "onGrant" | "onDemote">;

function RoleCell({ profile, granting, buttonRef, onGrant, onDemote }: RoleCellProps) {
  if (profile.role !== "admin") {
    return (
      <Button
        ref={buttonRef(profile)}
        kind="line"
        size="small"
        aria-label={`Make Admin ${profile.email}`}
        busy={granting === profile._id}
        disabled={granting !== undefined}
        onClick={() => onGrant(profile)}
      >
        Make Admin
      </Button>
    );
  }
  return (
    <span className={styles.role}>
      <Badge tone="ok">Already an admin</Badge>
      <Button
        ref={buttonRef(profile)}
        kind="line"
        size="small"
        aria-label={`Remove Admin ${profile.email}`}
        onClick={() => onDemote(profile)}
      >
        Remove Admin
      </Button>
    </span>
  );
}

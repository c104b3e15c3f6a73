import type { Ref } from "react";
import type { List } from "#app/shell/list-page.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button, IconButton } from "#app/ui/button.tsx";
import { IconTrash } from "#app/ui/icons.tsx";
import { Table } from "#app/ui/table.tsx";
import type { Profile } from "./contract.ts";

type ProfilesTableProps = {
  list: List<Profile>;
  /** Nobody removes themselves. */
  ownEmail: string;
  granting: string | undefined;
  /** For the button of the row whose role changed last. */
  buttonOf: (profile: Profile) => Ref<HTMLButtonElement> | undefined;
  onGrant: (profile: Profile) => void;
  onDemote: (profile: Profile) => void;
  onRemove: (profile: Profile) => void;
};

export function ProfilesTable({ list, ownEmail, granting, buttonOf, ...on }: ProfilesTableProps) {
  return (
    <Table label="All profiles" dense stack>
      <thead>
        <tr>
          <th>Number</th>
          <th>Email</th>
          <th>Name</th>
          <th>Make Admin</th>
          <th className="c">Remove</th>
        </tr>
      </thead>
      <tbody>
        {list.rows.map((profile, at) => (
          <tr key={profile._id}>
            <td data-l="Number" className="num">
              {list.asked.seen + at + 1}
            </td>
            <td data-l="Email">
              <span className="cut" title={profile.email}>
                {profile.email}
              </span>
              <small className="soft block">{profile.emailVerified ? "Confirmed" : "Not confirmed"}</small>
            </td>
            <td data-l="Name">{profile.name}</td>
            <td data-l="Make Admin">
              {profile.role === "admin" ? (
                <span className="inline-flex flex-wrap items-center justify-end gap-3 md:justify-start min-[80rem]:flex-nowrap">
                  <Badge tone="ok">Already an admin</Badge>
                  <Button
                    ref={buttonOf(profile)}
                    kind="line"
                    size="small"
                    aria-label={`Remove Admin ${profile.email}`}
                    onClick={() => on.onDemote(profile)}
                  >
                    Remove Admin
                  </Button>
                </span>
              ) : (
                <Button
                  ref={buttonOf(profile)}
                  kind="line"
                  size="small"
                  aria-label={`Make Admin ${profile.email}`}
                  busy={granting === profile._id}
                  disabled={granting !== undefined}
                  onClick={() => on.onGrant(profile)}
                >
                  Make Admin
                </Button>
              )}
            </td>
            <td data-l="Remove" className="c">
              {profile.email === ownEmail ? (
                <span className="soft">You</span>
              ) : (
                <IconButton label={`Remove ${profile.email}`} danger onClick={() => on.onRemove(profile)}>
                  <IconTrash />
                </IconButton>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

import { useState } from "react";
import { useRevalidator } from "react-router";
import { LoadError } from "#app/client/load-error.tsx";
import { withProof } from "#app/client/proof.ts";
import { protectedLoader } from "#app/client/protected.ts";
import { callApi } from "#app/client/session.ts";
import { useAction } from "#app/client/use-action.ts";
import { pageTitle } from "#app/content/brand.ts";
import { formatPieces } from "#app/contract/money.ts";
import type { StaffMember } from "#app/features/profiles/staff.contract.ts";
import { ProofDialog } from "#app/forms/proof-dialog.tsx";
import { Button } from "#app/ui/button.tsx";
import { ConfirmDialog } from "#app/ui/dialog.tsx";
import { IconPlus } from "#app/ui/icons.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { toast } from "#app/ui/toast.ts";
import type { Route } from "./+types/staff.page.ts";
import { InvitationsTable } from "./invitations-table.tsx";
import { LockDialog } from "./lock-dialog.tsx";
import { RolesDialog } from "./roles-dialog.tsx";
import { StaffTable } from "./staff-table.tsx";

export const loader = protectedLoader("admin", async ({ user, callApi }) => {
  const [staff, invitations] = await Promise.all([callApi("GET /staff", {}), callApi("GET /staff/invitations", {})]);
  return { user, staff: staff.data, invitations: invitations.data };
});

export const handle = { heading: "Staff" };

export const meta: Route.MetaFunction = () => [{ title: pageTitle(handle.heading) }];

/** Which dialog is open, and about whom. */
type Open = { about: "invite" } | { about: "roles" | "lock" | "unlock"; member: StaffMember };

/** Who works for the shop, and on what; and the accounts that are locked. */
export default function StaffPage({ loaderData: { user, staff, invitations } }: Route.ComponentProps) {
  const [open, setOpen] = useState<Open>();
  const { revalidate } = useRevalidator();
  const { isBusy, run } = useAction();
  const close = () => setOpen(undefined);
  const done = () => {
    close();
    void revalidate();
  };
  const unlock = ({ _id, name }: StaffMember) =>
    run(async () => {
      await withProof(() => callApi("DELETE /accounts/{id}/lock", { params: { id: _id } }));
      toast.success(`${name} may log in again.`);
      done();
    });
  const members = staff.filter(({ staffRoles }) => staffRoles.length > 0).length;
  return (
    <>
      <PageHead>
        <h1 tabIndex={-1}>
          Staff : {formatPieces(members)} {members === 1 ? "member" : "members"}
        </h1>
        <Button kind="line" size="small" onClick={() => setOpen({ about: "invite" })}>
          <IconPlus />
          Invite
        </Button>
      </PageHead>
      <StaffTable
        staff={staff}
        ownEmail={user.email}
        onRoles={(member) => setOpen({ about: "roles", member })}
        onLock={(member) => setOpen({ about: "lock", member })}
        onUnlock={(member) => setOpen({ about: "unlock", member })}
      />
      <InvitationsTable invitations={invitations} />
      {open?.about === "invite" && <RolesDialog member={undefined} onClose={close} onDone={done} />}
      {open?.about === "roles" && <RolesDialog member={open.member} onClose={close} onDone={done} />}
      {open?.about === "lock" && <LockDialog member={open.member} onClose={close} onDone={done} />}
      {open?.about === "unlock" && (
        <ConfirmDialog
          title={`Unlock ${open.member.name}?`}
          open
          yes="Unlock"
          no="Not now"
          busy={isBusy}
          onClose={close}
          onYes={() => void unlock(open.member)}
        >
          <p>The account can be logged in with again. {open.member.email} and all owners get a mail.</p>
        </ConfirmDialog>
      )}
      <ProofDialog />
    </>
  );
}

export function ErrorBoundary() {
  return <LoadError title="The staff did not load" />;
}

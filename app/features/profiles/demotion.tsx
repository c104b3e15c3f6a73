import { useState } from "react";
import { useNavigate } from "react-router";
import { withProof } from "#app/client/proof.ts";
import { callApi, endSession, renewSession } from "#app/client/session.ts";
import { RowAction } from "#app/lists/confirm-row.tsx";
import { ConfirmDialog } from "#app/ui/dialog.tsx";
import type { Profile } from "./contract.ts";

type DemotionProps = {
  /** The person in question; undefined if none. */
  admin: Profile | undefined;
  ownEmail: string;
  onClose: () => void;
  onDone: (profile: Profile) => void;
};

/** Asks, then takes the admin role away; for one's own role it asks twice. Admins who give up their own role leave the admin pages at once. */
export function Demotion({ admin, ownEmail, onClose, onDone }: DemotionProps) {
  const navigate = useNavigate();
  const isOwn = ({ email }: Profile) => email === ownEmail;

  const [isSure, setSure] = useState(false);
  const isOwnAsked = admin !== undefined && isOwn(admin) && !isSure;

  function close() {
    setSure(false);
    onClose();
  }

  async function leave() {
    await renewSession().catch(endSession);
    await navigate("/dashboard", { replace: true });
  }

  return (
    <>
      <ConfirmDialog
        title="Remove your own role"
        open={isOwnAsked}
        yes="Go on"
        danger
        onClose={close}
        onYes={() => setSure(true)}
      >
        <p>This is your own role. You lose the admin pages at once, and only another admin can give it back.</p>
      </ConfirmDialog>
      <RowAction
        title="Remove Admin"
        row={isOwnAsked ? undefined : admin}
        rowName={({ name, email }) => `${name}, ${email}`}
        action={async ({ email }) => {
          const { data } = await withProof(() => callApi("DELETE /profiles/admin/{email}", { params: { email } }));
          return data.modifiedCount;
        }}
        done={admin && isOwn(admin) ? "You are no longer an admin." : "Admin Role Removed Successfully !!!!"}
        gone="This person is no longer an admin."
        onClose={close}
        onDone={(profile) => (isOwn(profile) ? void leave() : onDone({ ...profile, role: null }))}
      >
        {(profile) =>
          isOwn(profile)
            ? "You are about to give up your own admin role. Give it up?"
            : "This person loses the admin pages, and stays a buyer. Take the admin role away?"
        }
      </RowAction>
    </>
  );
}

import { useState } from "react";
import { useNavigate } from "react-router";
import { callApi, endSession } from "#app/client/session.ts";
import { forgetInput } from "#app/client/stored-input.ts";
import { Button } from "#app/ui/button.tsx";
import { SheetPart } from "#app/ui/sheet-part.tsx";
import textStyles from "#app/ui/text.module.css";
import { toast } from "#app/ui/toast.ts";
import { DropDialog } from "./drop-dialog.tsx";

type AccountDeletionProps = { email: string; hasPassword: boolean };

/** Says what goes and what stays, before it asks. */
export function AccountDeletion({ email, hasPassword }: AccountDeletionProps) {
  const [isOpen, setOpen] = useState(false);
  const navigate = useNavigate();
  return (
    <SheetPart title="Delete account">
      <p className={textStyles.small}>
        Your profile, draft, passkeys and sign-ins are deleted. We keep orders and invoices for as long as the law
        requires, but you can no longer log in. For the security of the shop we also keep the record of what admins did
        and of changes to second factors.
      </p>
      <p>
        <Button kind="line" onClick={() => setOpen(true)}>
          Delete my account…
        </Button>
      </p>
      {isOpen && (
        <DropDialog
          title="Delete your account"
          no="Keep it"
          yes="Delete my account"
          hasPassword={hasPassword}
          drop={(body) => callApi("POST /auth/delete-account", { body })}
          onClose={() => setOpen(false)}
          onDropped={async () => {
            // A page for people who are logged in would ask for a login first.
            await navigate("/", { replace: true });
            endSession();
            forgetInput();
            toast.success("Your account is deleted.");
          }}
        >
          <p>
            This deletes the account of {email} for good. We still carry out open orders, and your reviews stay without
            your name.
          </p>
        </DropDialog>
      )}
    </SheetPart>
  );
}

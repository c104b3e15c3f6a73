import { useState } from "react";
import { describeError } from "#app/client/api.ts";
import { callWithCookie } from "#app/client/session.ts";
import { cleanLine } from "#app/contract/text.ts";
import { Button } from "#app/ui/button.tsx";
import { ConfirmDialog } from "#app/ui/dialog.tsx";
import { toast } from "#app/ui/toast.ts";
import { describeMailed } from "./describe-mailed.ts";

type PasswordResetProps = {
  /** The address in the form. */
  readEmail: () => string;
  /** Whether the address is valid; shows the error if not. */
  checkEmail: () => Promise<boolean>;
  onFailure: (reason: string) => void;
};

export function PasswordReset({ readEmail, checkEmail, onFailure }: PasswordResetProps) {
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);

  async function send() {
    setOpen(false);
    const email = cleanLine(readEmail());
    if (!email) return toast.warning("Please input your email");
    if (!(await checkEmail())) return;
    setBusy(true);
    try {
      const { data } = await callWithCookie("POST /auth/request-password-reset", { body: { email } });
      toast.success(describeMailed("Sent email for password reset", data.mailInMinutes));
    } catch (error) {
      onFailure(describeError(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <Button kind="text" busy={isBusy} onClick={() => setOpen(true)}>
        Reset password.
      </Button>
      <ConfirmDialog title="Reset password" open={isOpen} onClose={() => setOpen(false)} onYes={() => void send()}>
        <p>To reset your password you must input your email address correctly. The email is correct?</p>
      </ConfirmDialog>
    </>
  );
}

import { useState } from "react";
import { describeError } from "#app/client/api.ts";
import { callWithCookie } from "#app/client/session.ts";
import { Button } from "#app/ui/button.tsx";
import { toast } from "#app/ui/toast.ts";
import styles from "./unconfirmed-address.module.css";

/** For who has not followed the link of the verification mail yet, or has lost it. */
export function UnconfirmedAddress({ email }: { email: string }) {
  const [isBusy, setBusy] = useState(false);

  async function sendAgain() {
    setBusy(true);
    try {
      await callWithCookie("POST /auth/send-verification-email", { body: {} });
      // The limit on mails is kept silently, and another tab may have confirmed the address meanwhile.
      toast.success(`Please check the mailbox of ${email}.`);
    } catch (error) {
      toast.error(describeError(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <section className={`sheet form-page ${styles.notice}`} aria-labelledby="unconfirmed">
      <div className={styles.words}>
        <h2 id="unconfirmed">Your address is not confirmed yet</h2>
        <p className="soft">Open the link in the mail that we sent to {email}. It works once and for one hour.</p>
      </div>
      <Button kind="line" busy={isBusy} onClick={() => void sendAgain()}>
        Send the mail again
      </Button>
    </section>
  );
}

import { useState } from "react";
import { Button } from "#app/ui/button.tsx";
import { describeError } from "./api.ts";
import styles from "./confirm-address.module.css";
import { callApi } from "./session.ts";

/** Says on one line that an address is not confirmed, and sends the mail with the link again. */
export function ConfirmAddress({ email }: { email: string }) {
  const [state, setState] = useState<"idle" | "busy" | "sent" | { fault: string }>("idle");

  async function sendAgain() {
    setState("busy");
    try {
      await callApi("POST /auth/send-verification-email", { body: {} });
      // Hitting the mail limit shows no error, and another tab may have confirmed the address already.
      setState("sent");
    } catch (error) {
      setState({ fault: describeError(error) });
    }
  }

  return (
    <div className={styles.line}>
      <p role="status" className={styles.words}>
        {typeof state === "object" ? (
          state.fault
        ) : (
          <>
            <span>{state === "sent" ? "Please check the mailbox of" : "Confirm"}</span>{" "}
            <b className={styles.address}>{email}</b>
            {state !== "sent" && <span> to get our mails.</span>}
          </>
        )}
      </p>
      <Button
        kind="line"
        size="small"
        className={styles.again}
        busy={state === "busy"}
        onClick={() => void sendAgain()}
      >
        Send again
      </Button>
    </div>
  );
}

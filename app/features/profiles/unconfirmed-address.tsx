import { callApi } from "#app/client/session.ts";
import { useAct } from "#app/client/use-act.ts";
import { Button } from "#app/ui/button.tsx";
import formStyles from "#app/ui/form.module.css";
import { joinClasses } from "#app/ui/join-classes.ts";
import layoutStyles from "#app/ui/layout.module.css";
import textStyles from "#app/ui/text.module.css";
import { toast } from "#app/ui/toast.ts";
import styles from "./unconfirmed-address.module.css";

/** For people who have not yet followed the link in the verification mail, or have lost it. */
export function UnconfirmedAddress({ email }: { email: string }) {
  const { isBusy, act } = useAct();

  const sendAgain = () =>
    act(async () => {
      await callApi("POST /auth/send-verification-email", { body: {} });
      // Hitting the mail limit shows no error, and another tab may have confirmed the address already.
      toast.success(`Please check the mailbox of ${email}.`);
    });

  return (
    <section className={joinClasses(layoutStyles.sheet, formStyles.page, styles.notice)} aria-labelledby="unconfirmed">
      <div className={styles.words}>
        <h2 id="unconfirmed">Your address is not confirmed yet</h2>
        <p className={textStyles.soft}>
          Open the link in the mail that we sent to {email}. It works once and for one hour.
        </p>
      </div>
      <Button kind="line" busy={isBusy} onClick={() => void sendAgain()}>
        Send the mail again
      </Button>
    </section>
  );
}

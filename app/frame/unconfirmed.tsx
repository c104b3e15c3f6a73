import { ConfirmAddress } from "#app/client/confirm-address.tsx";
import { useSession } from "#app/client/session.ts";
import { joinClasses } from "#app/ui/join-classes.ts";
import layoutStyles from "#app/ui/layout.module.css";
import styles from "./unconfirmed.module.css";

/**
 * The line below the header of somebody who has not confirmed their address. `MARK_UNCONFIRMED` keeps its place free
 * before we know who is signed in.
 */
export function Unconfirmed({ wide }: { wide?: boolean }) {
  const session = useSession();
  return (
    <div className={styles.band} data-unprinted data-wide={wide || undefined}>
      {session.status === "in" && !session.user.emailVerified && (
        <section className={joinClasses(layoutStyles.wrap, styles.inner)} aria-label="Not confirmed yet">
          <ConfirmAddress email={session.user.email} />
        </section>
      )}
    </div>
  );
}

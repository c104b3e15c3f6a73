import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { ApiProblem, describeError } from "#app/client/api.ts";
import { knownSession, type SessionUser, signOut, useSession } from "#app/client/session.ts";
import { forgetTyping } from "#app/client/typed.ts";
import { Avatar } from "#app/ui/avatar.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { toast } from "#app/ui/toast.ts";
import styles from "./header-account.module.css";

/** Login, or the signed-in user. Its space is reserved until we know which. */
export function HeaderAccount() {
  const session = useSession();
  const isUnknowable = useLookUp();
  if (session.status === "in") return <LoggedIn user={session.user} />;
  return (
    <div className={styles.account}>
      {session.status === "out" || isUnknowable ? (
        <ButtonLink className={styles.action} to="/login">
          Login
        </ButtonLink>
      ) : (
        <noscript>
          <ButtonLink className={styles.action} to="/login">
            Login
          </ButtonLink>
        </noscript>
      )}
    </div>
  );
}

function LoggedIn({ user }: { user: SessionUser }) {
  const { logOut, isLeaving } = useLogOut();
  return (
    <div className={styles.account}>
      <span className={styles.who}>
        <Avatar name={user.displayName} photoUrl={user.photoURL} />
        <span className={styles.name}>{user.displayName}</span>
      </span>
      <ButtonLink className={styles.action} to="/dashboard">
        Dashboard
      </ButtonLink>
      <Button className={styles.action} kind="line" busy={isLeaving} onClick={() => void logOut()}>
        Logout
      </Button>
    </div>
  );
}

/** Asks once who is signed in; true when the provider cannot say. */
function useLookUp(): boolean {
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    knownSession().then(
      () => setFailed(false),
      (error: unknown) => {
        setFailed(true);
        if (!(error instanceof ApiProblem)) throw error;
      },
    );
  }, []);
  return hasFailed;
}

function useLogOut() {
  const navigate = useNavigate();
  const [isLeaving, setLeaving] = useState(false);

  async function logOut() {
    setLeaving(true);
    try {
      // Here the session ends once the home page has come: a protected page whose session ends redirects to login.
      await signOut(() => navigate("/home"));
      forgetTyping();
      toast.warning("You Logged out. Please login to visit protected page.");
    } catch (error) {
      toast.error(describeError(error));
    } finally {
      setLeaving(false);
    }
  }

  return { logOut, isLeaving };
}

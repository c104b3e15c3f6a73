import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { ApiProblem, describeError } from "#app/client/api.ts";
import { knownSession, type SessionUser, signOut, useSession } from "#app/client/session.ts";
import { forgetInput } from "#app/client/stored-input.ts";
import { Avatar } from "#app/ui/avatar.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { joinClasses } from "#app/ui/join-classes.ts";
import { toast } from "#app/ui/toast.ts";
import styles from "./header-account.module.css";

/**
 * Login, or the signed-in user. Until it is known who is there, Login is on the page, and hidden in a browser that keeps
 * a token (`early-input.ts`): visitors see it with the first paint, and the others never.
 */
export function HeaderAccount() {
  const session = useSession();
  const isUnknowable = useLookUp();
  if (session.status === "in") return <LoggedIn user={session.user} />;
  const isKnown = session.status === "out" || isUnknowable;
  return (
    <div className={styles.account}>
      <ButtonLink className={joinClasses(styles.action, !isKnown && styles.login)} to="/login">
        Login
      </ButtonLink>
    </div>
  );
}

function LoggedIn({ user }: { user: SessionUser }) {
  const { logOut, isLeaving } = useLogOut();
  return (
    <div className={styles.account}>
      <span className={styles.who}>
        <span className={styles.photo}>
          <Avatar name={user.displayName} photoUrl={user.photoURL} />
        </span>
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
      forgetInput();
      toast.warning("You Logged out. Please login to visit protected page.");
    } catch (error) {
      toast.error(describeError(error));
    } finally {
      setLeaving(false);
    }
  }

  return { logOut, isLeaving };
}

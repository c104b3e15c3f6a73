import { useState } from "react";
import { describeError } from "#app/client/api.ts";
import { callApi } from "#app/client/session.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { joinClasses } from "#app/ui/join-classes.ts";
import { Moment } from "#app/ui/moment.tsx";
import { SheetPart } from "#app/ui/sheet-part.tsx";
import textStyles from "#app/ui/text.module.css";
import { toast } from "#app/ui/toast.ts";
import type { OpenSession } from "./contract.ts";
import { nameDevice } from "./device-name.ts";
import styles from "./open-sessions.module.css";
import { useHeading } from "./use-heading.ts";

const beginnings: Record<NonNullable<OpenSession["signedInBy"]>, string> = {
  password: "with the password",
  google: "with Google",
  github: "with GitHub",
  passkey: "with a passkey",
  registration: "by registering",
};

const steps: Record<NonNullable<OpenSession["secondStep"]>, string> = {
  app: "the app’s code",
  passkey: "a passkey",
  "recovery-code": "a recovery code",
};

/** How somebody signed in; empty where that is not known. */
function describeSignIn(by: OpenSession["signedInBy"], step: OpenSession["secondStep"]): string {
  if (!by) return "";
  return step && by !== "passkey" ? ` ${beginnings[by]} and ${steps[step]}` : ` ${beginnings[by]}`;
}

type OpenSessionsProps = { sessions: readonly OpenSession[]; unprinted: boolean; onChanged: () => Promise<void> };

/** Where the person is logged in, and a way to sign out each place but this one, which has Logout. */
export function OpenSessions({ sessions, unprinted, onChanged }: OpenSessionsProps) {
  const [busy, setBusy] = useState<string>();
  const heading = useHeading(sessions.length);
  const others = sessions.filter(({ isThis }) => !isThis);

  async function end(what: string, action: () => Promise<unknown>, done: string) {
    setBusy(what);
    try {
      await action();
      await onChanged();
      toast.success(done);
    } catch (error) {
      toast.error(describeError(error));
    } finally {
      setBusy(undefined);
    }
  }

  return (
    <SheetPart title="Where you are signed in" heading={heading} unprinted={unprinted}>
      <ul className={styles.sessions}>
        {sessions.map(({ _id, isThis, userAgent, signedInBy, secondStep, startedAt, activeAt }) => {
          const device = nameDevice(userAgent);
          return (
            <li key={_id}>
              <div>
                <b className={styles.device}>
                  {device}
                  {isThis && <Badge>This one</Badge>}
                </b>
                <span className={joinClasses(textStyles.small, textStyles.soft)}>
                  {isThis ? (
                    "Active now"
                  ) : (
                    <>
                      Active <Moment at={activeAt} />
                    </>
                  )}
                  , signed in <Moment at={startedAt} dayOnly />
                  {describeSignIn(signedInBy, secondStep)}
                </span>
              </div>
              {!isThis && (
                <Button
                  className={styles.action}
                  kind="text"
                  size="small"
                  busy={busy === _id}
                  aria-label={`Sign out ${device}`}
                  onClick={() =>
                    void end(
                      _id,
                      () => callApi("DELETE /account/sessions/{id}", { params: { id: _id } }),
                      `${device} is signed out.`,
                    )
                  }
                >
                  Sign out
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {others.length > 0 ? (
        <p>
          <Button
            kind="line"
            busy={busy === "others"}
            onClick={() =>
              void end("others", () => callApi("DELETE /account/sessions", {}), "You are signed out everywhere else.")
            }
          >
            {others.length === 1 ? "Sign out the other one" : `Sign out the other ${others.length}`}
          </Button>
        </p>
      ) : (
        <p className={textStyles.hint}>No other sessions.</p>
      )}
    </SheetPart>
  );
}

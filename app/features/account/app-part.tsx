import { useState } from "react";
import { withProof } from "#app/client/proof.ts";
import { callApi } from "#app/client/session.ts";
import { useAction } from "#app/client/use-action.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { IconShield } from "#app/ui/icons.tsx";
import { joinClasses } from "#app/ui/join-classes.ts";
import { Moment } from "#app/ui/moment.tsx";
import { SheetPart } from "#app/ui/sheet-part.tsx";
import textStyles from "#app/ui/text.module.css";
import { toast } from "#app/ui/toast.ts";
import { type AppKey, AppSetup } from "./app-setup.tsx";
import { ConfirmFirst } from "./confirm-first.tsx";
import { DropDialog } from "./drop-dialog.tsx";
import { type FactorPartProps, showKnown } from "./factor-part.ts";
import { useHeading } from "./use-heading.ts";
import styles from "./ways.module.css";

/** The authenticator app: off, being set up, or on. */
export function AppPart({ security, unprinted, onChanged, onCodes }: FactorPartProps) {
  const { app, passkeys, hasPassword, isVerified } = security;
  const heading = useHeading(app !== null);
  const [made, setMade] = useState<AppKey>();
  const { isBusy, run } = useAction();
  const [isLeaving, setLeaving] = useState(false);

  const begin = () =>
    run(async () => {
      const begun = withProof(() => callApi("POST /auth/app", { body: {} }));
      setMade((await showKnown(begun, onChanged)).data);
    });

  return (
    <SheetPart title="Authenticator app" heading={heading} unprinted={unprinted}>
      {app && (
        <ul className={styles.ways}>
          <li>
            <IconShield />
            <div className={styles.about}>
              <b className={styles.name}>
                Authenticator app <Badge tone="ok">On</Badge>
              </b>
              <span className={joinClasses(textStyles.small, textStyles.soft)}>
                Since <Moment at={app.since} dayOnly />
              </span>
            </div>
            <div className={styles.actions}>
              <Button
                kind="text"
                size="small"
                aria-label="Switch off the authenticator app"
                onClick={() => setLeaving(true)}
              >
                Switch off
              </Button>
            </div>
          </li>
        </ul>
      )}
      {!app && !made && (
        <>
          <p>After the password we also ask for a code that only your phone knows.</p>
          <p className={styles.actions}>
            <Badge tone="wait">Off</Badge>
            <span className={joinClasses(textStyles.small, textStyles.soft)}>
              {passkeys.length > 0
                ? "After the password we ask for a passkey."
                : "Your password, Google or GitHub is enough to log in."}
            </span>
          </p>
          {isVerified ? (
            <p>
              <Button kind="line" busy={isBusy} onClick={() => void begin()}>
                Set up the app
              </Button>
            </p>
          ) : (
            <ConfirmFirst />
          )}
        </>
      )}
      {!app && made && (
        <AppSetup
          made={made}
          onLeave={() => {
            setMade(undefined);
            heading.current?.focus();
          }}
          onChanged={async () => {
            await onChanged();
            setMade(undefined);
          }}
          onCodes={onCodes}
        />
      )}
      {isLeaving && (
        <DropDialog
          title="Switch the app off"
          no="Leave it on"
          yes="Switch off"
          hasPassword={hasPassword}
          drop={(body) => callApi("POST /auth/app/remove", { body })}
          onClose={() => setLeaving(false)}
          onDropped={async () => {
            toast.success("The app is switched off.");
            setLeaving(false);
            await onChanged();
          }}
        >
          <p>
            {passkeys.length === 0
              ? "Logging in then asks for no second step. The recovery codes end with it."
              : "After the password we then ask for a passkey."}
          </p>
        </DropDialog>
      )}
    </SheetPart>
  );
}

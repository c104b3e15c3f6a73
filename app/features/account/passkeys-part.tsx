import { useState } from "react";
import { knowsPasskeys, makePasskey } from "#app/client/passkey.ts";
import { withProof } from "#app/client/proof.ts";
import { callApi } from "#app/client/session.ts";
import { useAction } from "#app/client/use-action.ts";
import { Button } from "#app/ui/button.tsx";
import { ConfirmDialog } from "#app/ui/dialog.tsx";
import { IconLock, IconPlus } from "#app/ui/icons.tsx";
import { joinClasses } from "#app/ui/join-classes.ts";
import { Moment } from "#app/ui/moment.tsx";
import { SheetPart } from "#app/ui/sheet-part.tsx";
import textStyles from "#app/ui/text.module.css";
import { toast } from "#app/ui/toast.ts";
import { ConfirmFirst } from "./confirm-first.tsx";
import type { Passkey } from "./contract.ts";
import { nameDevice } from "./device-name.ts";
import { type FactorPartProps, showKnown } from "./factor-part.ts";
import { PasskeyNameDialog } from "./passkey-name-dialog.tsx";
import { useHeading } from "./use-heading.ts";
import styles from "./ways.module.css";

/** The passkeys of the account. */
export function PasskeysPart({ security, unprinted, onChanged, onCodes }: FactorPartProps) {
  const { passkeys, isVerified, app } = security;
  const heading = useHeading(passkeys.length);
  const { isBusy, run } = useAction();
  const [removing, setRemoving] = useState<Passkey>();
  const [renaming, setRenaming] = useState<Passkey>();

  const add = () =>
    run(async () => {
      if (!knowsPasskeys()) return toast.warning("This browser does not support passkeys.");
      const { data: options } = await withProof(() => callApi("POST /auth/passkeys/options", { body: {} }));
      const passkey = await showKnown(makePasskey(options), onChanged);
      const name = nameDevice(navigator.userAgent);
      const { data } = await callApi("POST /auth/passkeys", { body: { name, passkey } });
      await onChanged();
      toast.success("The passkey is added.");
      onCodes(data.recoveryCodes);
    });

  const remove = ({ _id }: Passkey) =>
    run(async () => {
      await withProof(() => callApi("DELETE /auth/passkeys/{id}", { params: { id: _id } }));
      await onChanged();
      toast.success("The passkey is removed.");
    });

  const isLast = passkeys.length === 1 && !app;
  return (
    <SheetPart title="Passkeys" heading={heading} unprinted={unprinted}>
      <p>
        Log in with your fingerprint, your face or your device’s lock. Nobody can guess a passkey or trick you out of
        it. Once you have one, your password alone is not enough.
      </p>
      {passkeys.length > 0 && (
        <ul className={styles.ways}>
          {passkeys.map((passkey) => (
            <li key={passkey._id}>
              <IconLock />
              <div className={styles.about}>
                <b>{passkey.name}</b>
                <span className={joinClasses(textStyles.small, textStyles.soft)}>
                  Added <Moment at={passkey.addedAt} dayOnly /> ·{" "}
                  {passkey.usedAt ? (
                    <>
                      used <Moment at={passkey.usedAt} />
                    </>
                  ) : (
                    "not used yet"
                  )}
                  {passkey.isSynced && " · synced"}
                </span>
              </div>
              <div className={styles.actions}>
                <Button
                  kind="text"
                  size="small"
                  aria-label={`Rename passkey ${passkey.name}`}
                  onClick={() => setRenaming(passkey)}
                >
                  Rename
                </Button>
                <Button
                  kind="text"
                  size="small"
                  aria-label={`Remove passkey ${passkey.name}`}
                  onClick={() => setRemoving(passkey)}
                >
                  Remove
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      {isVerified ? (
        <p>
          <Button kind="line" busy={isBusy} onClick={() => void add()}>
            <IconPlus />
            Add a passkey
          </Button>
        </p>
      ) : (
        <ConfirmFirst />
      )}
      <ConfirmDialog
        title="Remove this passkey"
        open={removing !== undefined}
        no="Keep it"
        yes="Remove passkey"
        danger
        onClose={() => setRemoving(undefined)}
        onYes={() => {
          setRemoving(undefined);
          if (removing) void remove(removing);
        }}
      >
        <p>It will no longer log you in. Delete it from the device, too.</p>
        <p className={textStyles.soft}>
          {isLast ? "Logging in then asks for no second step." : "You can still log in in the other ways."}
        </p>
      </ConfirmDialog>
      {renaming && <PasskeyNameDialog passkey={renaming} onClose={() => setRenaming(undefined)} onDone={onChanged} />}
    </SheetPart>
  );
}

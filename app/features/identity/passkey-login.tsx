import { useState } from "react";
import { describeError } from "#app/client/api.ts";
import { knowsPasskeys, signByPasskey } from "#app/client/passkey.ts";
import { beginSession, callWithCookie } from "#app/client/session.ts";
import { Button } from "#app/ui/button.tsx";
import { IconLock } from "#app/ui/icons.tsx";
import { announceLogin } from "./log-in.ts";

/** Logs in with a passkey instead of address and password. */
export function PasskeyLogin({ onFailure }: { onFailure: (reason: string | undefined) => void }) {
  const [isBusy, setBusy] = useState(false);

  async function logIn() {
    setBusy(true);
    onFailure(undefined);
    try {
      if (!knowsPasskeys()) return onFailure("This browser does not support passkeys. Please log in another way.");
      const { data: options } = await callWithCookie("POST /auth/passkey-options", { body: {} });
      const passkey = await signByPasskey(options);
      const { data } = await callWithCookie("POST /auth/sign-in/passkey", { body: { passkey } });
      await beginSession(data.email);
      announceLogin();
    } catch (error) {
      onFailure(describeError(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button kind="line" wide busy={isBusy} onClick={() => void logIn()}>
      <IconLock />
      Use a passkey
    </Button>
  );
}

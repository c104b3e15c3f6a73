import { type ReactNode, useState } from "react";
import { useLocation } from "react-router";
import { describeError } from "#app/client/api.ts";
import { loginPath, rememberedQuery } from "#app/client/return-path.ts";
import { callWithCookie, signOut, useSession } from "#app/client/session.ts";
import { useAction } from "#app/client/use-action.ts";
import { describeMailed } from "#app/features/identity/describe-mailed.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { FormError } from "#app/ui/form-error.tsx";
import { Loading } from "#app/ui/states.tsx";
import { toast } from "#app/ui/toast.ts";

type AcceptProps = {
  /** On the button. */
  words: string;
  /** What it throws is shown. */
  onAccept: () => Promise<void>;
};

/** What the reader of an invitation to this address has to do first, or the press that accepts. */
export function InvitationSteps({ email, ...accept }: { email: string } & AcceptProps) {
  const session = useSession();
  const { pathname, search } = useLocation();
  const here = pathname + search;
  if (session.status === "loading") return <Loading />;
  if (session.status === "out") {
    return (
      <Step words={`Please log in as ${email}, or register with this address.`}>
        <ButtonLink to={loginPath(here)}>Login</ButtonLink>
        <ButtonLink kind="line" to={`/register${rememberedQuery(new URLSearchParams({ from: here }))}`}>
          Register
        </ButtonLink>
      </Step>
    );
  }
  if (session.user.email !== email) return <OtherAccount own={session.user.email} email={email} />;
  if (!session.user.emailVerified) return <Unconfirmed email={email} />;
  return <Accept {...accept} />;
}

function Step({ words, children }: { words: string; children: ReactNode }) {
  return (
    <>
      <p role="status">{words}</p>
      {children}
    </>
  );
}

function OtherAccount({ own, email }: { own: string; email: string }) {
  const { isBusy, run } = useAction();
  return (
    <Step words={`You are logged in as ${own}. The invitation is for ${email} alone.`}>
      <Button busy={isBusy} onClick={() => void run(() => signOut())}>
        Log out
      </Button>
      <ButtonLink kind="line" to="/home">
        Go to the shop
      </ButtonLink>
    </Step>
  );
}

function Unconfirmed({ email }: { email: string }) {
  const { isBusy, run } = useAction();
  const send = () =>
    run(async () => {
      const { data } = await callWithCookie("POST /auth/send-verification-email", { body: {} });
      toast.success(describeMailed(`We have sent a link to ${email}.`, data.mailInMinutes));
    });
  return (
    <Step words="Please confirm your address first, by the link in the mail that we sent you. Then open this page again.">
      <Button busy={isBusy} onClick={() => void send()}>
        Send a new link
      </Button>
    </Step>
  );
}

function Accept({ words, onAccept }: AcceptProps) {
  const [reason, setReason] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  async function accept() {
    setBusy(true);
    setReason(undefined);
    try {
      await onAccept();
    } catch (error) {
      setReason(describeError(error));
      setBusy(false);
    }
  }

  return (
    <>
      <FormError>{reason}</FormError>
      <Button busy={isBusy} onClick={() => void accept()}>
        {words}
      </Button>
      <ButtonLink kind="line" to="/home">
        Not now
      </ButtonLink>
    </>
  );
}

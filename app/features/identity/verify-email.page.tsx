import { useEffect, useState } from "react";
import { useLocation, useSearchParams } from "react-router";
import { ApiProblem, describeError } from "#app/client/api.ts";
import { loginPath } from "#app/client/return-path.ts";
import { callWithCookie, knownSession, renewSession, useSession } from "#app/client/session.ts";
import { useAction } from "#app/client/use-action.ts";
import { pageTitle } from "#app/content/brand.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { FormError } from "#app/ui/form-error.tsx";
import { Loading } from "#app/ui/states.tsx";
import { toast } from "#app/ui/toast.ts";
import type { Route } from "./+types/verify-email.page.ts";
import { GateFrame } from "./auth-layout.tsx";
import { describeMailed } from "./describe-mailed.ts";

export const meta: Route.MetaFunction = () => [
  { title: pageTitle("E-mail address") },
  { name: "robots", content: "noindex" },
];

/** The URL contains a secret: keep it out of caches and the Referer header. */
export function headers() {
  return { "Cache-Control": "no-store", "Referrer-Policy": "no-referrer" };
}

type State = "asking" | "confirmed" | "confirmed before" | "signed out" | { reason: string };

/** The page behind the link in the verification mail. */
export default function VerifyEmailPage() {
  const [query] = useSearchParams();
  const state = useConfirmation(query.get("token") ?? "");
  return (
    <GateFrame title={titleOf(state)} picture="/images/products/denim-hangtag-55x85-copper-960.webp">
      {state === "asking" && <Loading />}
      {state === "confirmed" && <Confirmed text="Thank you! From now on you get our mails." />}
      {state === "confirmed before" && <ConfirmedBefore />}
      {state === "signed out" && <SignedOut />}
      {typeof state === "object" && <Refused reason={state.reason} />}
    </GateFrame>
  );
}

function titleOf(state: State): string {
  return state === "confirmed" || state === "confirmed before" ? "Your e-mail address is confirmed" : "E-mail address";
}

function Confirmed({ text }: { text: string }) {
  return (
    <>
      <p role="status">{text}</p>
      <ButtonLink to="/home">Go to the shop</ButtonLink>
    </>
  );
}

/** Names the address, because the link may be another person's. */
function ConfirmedBefore() {
  const session = useSession();
  return <Confirmed text={`${session.status === "in" ? session.user.email : "Your address"} is confirmed already.`} />;
}

function SignedOut() {
  const { pathname, search } = useLocation();
  return (
    <>
      <p>Please log in to confirm your address. That way nobody can confirm an account that is not theirs.</p>
      <ButtonLink to={loginPath(pathname + search)}>Login</ButtonLink>
    </>
  );
}

function Refused({ reason }: { reason: string }) {
  const { isBusy, run } = useAction();

  const sendAgain = () =>
    run(async () => {
      const { data } = await callWithCookie("POST /auth/send-verification-email", { body: {} });
      const sent = "We have sent a new link, unless your address is confirmed already.";
      toast.success(describeMailed(sent, data.mailInMinutes));
    });

  return (
    <>
      <FormError>{reason}</FormError>
      <Button busy={isBusy} onClick={() => void sendAgain()}>
        Send a new link
      </Button>
    </>
  );
}

function useConfirmation(token: string): State {
  const [state, setState] = useState<State>("asking");
  useEffect(() => {
    let isShown = true;
    confirmOnce(token).then(
      (next) => isShown && setState(next),
      (error: unknown) => isShown && setState({ reason: describeError(error) }),
    );
    return () => {
      isShown = false;
    };
  }, [token]);
  return state;
}

const asked = new Map<string, Promise<State>>();

/** A token works once, but an effect may run twice. After a failure, opening the page again asks again. */
function confirmOnce(token: string): Promise<State> {
  const known = asked.get(token) ?? confirm(token);
  asked.set(token, known);
  known.catch(() => asked.delete(token));
  return known;
}

async function confirm(token: string): Promise<State> {
  const session = await knownSession();
  if (session.status !== "in") {
    asked.delete(token);
    return "signed out";
  }
  try {
    await callWithCookie("POST /auth/verify-email", { body: { token } });
  } catch (error) {
    // A link may be opened twice, its page loaded again, and the answer to the first try lost.
    if (error instanceof ApiProblem && error.status === 400 && (await isConfirmed())) return "confirmed before";
    throw error;
  }
  await renewSession();
  return "confirmed";
}

async function isConfirmed(): Promise<boolean> {
  const session = await renewSession();
  return session.status === "in" && session.user.emailVerified;
}

import { useEffect, useState } from "react";
import { useLocation, useSearchParams } from "react-router";
import { describeError } from "#app/client/api.ts";
import { loginPath } from "#app/client/return-path.ts";
import { callWithCookie, knownSession, renewSession } from "#app/client/session.ts";
import { useAct } from "#app/client/use-act.ts";
import { pageTitle } from "#app/content/brand.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { FormError } from "#app/ui/form-error.tsx";
import { Loading } from "#app/ui/states.tsx";
import { toast } from "#app/ui/toast.ts";
import type { Route } from "./+types/verify-email.page.ts";
import { GateFrame } from "./auth-layout.tsx";

export const meta: Route.MetaFunction = () => [
  { title: pageTitle("E-mail address") },
  { name: "robots", content: "noindex" },
];

/** The URL contains a secret: keep it out of caches and the Referer header. */
export function headers() {
  return { "Cache-Control": "no-store", "Referrer-Policy": "no-referrer" };
}

type State = "asking" | "confirmed" | "signed out" | { reason: string };

/** The page behind the link in the verification mail. */
export default function VerifyEmailPage() {
  const [query] = useSearchParams();
  const state = useConfirmation(query.get("token") ?? "");
  return (
    <GateFrame title="E-mail address" picture="/images/products/denim-hangtag-55x85-copper-960.webp">
      {state === "asking" && <Loading />}
      {state === "confirmed" && <Confirmed />}
      {state === "signed out" && <SignedOut />}
      {typeof state === "object" && <Refused reason={state.reason} />}
    </GateFrame>
  );
}

function Confirmed() {
  return (
    <>
      <p role="status">Your e-mail address is confirmed. Thank you!</p>
      <ButtonLink to="/home">Go to the shop</ButtonLink>
    </>
  );
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
  const { isBusy, act } = useAct();

  const sendAgain = () =>
    act(async () => {
      await callWithCookie("POST /auth/send-verification-email", { body: {} });
      toast.success("We have sent a new link, unless your address is confirmed already.");
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

/** A token works once, but an effect may run twice. */
function confirmOnce(token: string): Promise<State> {
  const known = asked.get(token) ?? confirm(token);
  asked.set(token, known);
  return known;
}

async function confirm(token: string): Promise<State> {
  const session = await knownSession();
  if (session.status !== "in") {
    asked.delete(token);
    return "signed out";
  }
  await callWithCookie("POST /auth/verify-email", { body: { token } });
  await renewSession();
  return "confirmed";
}

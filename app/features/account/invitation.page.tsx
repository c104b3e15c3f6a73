import { type ReactNode, useEffect, useState } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import { type AnswerOf, describeError } from "#app/client/api.ts";
import { loginPath, rememberedQuery } from "#app/client/return-path.ts";
import { callApi, callWithCookie, knownSession, signOut, useSession } from "#app/client/session.ts";
import { useAction } from "#app/client/use-action.ts";
import { pageTitle } from "#app/content/brand.ts";
import type { CachePolicy } from "#app/contract/cache-policy.ts";
import { formatTotal } from "#app/contract/money.ts";
import { roleNames } from "#app/features/companies/labels.ts";
import { GateFrame } from "#app/features/identity/auth-layout.tsx";
import { describeMailed } from "#app/features/identity/describe-mailed.ts";
import { useFormKey } from "#app/forms/idempotency-key.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { FormError } from "#app/ui/form-error.tsx";
import { Moment } from "#app/ui/moment.tsx";
import { Loading } from "#app/ui/states.tsx";
import { toast } from "#app/ui/toast.ts";
import type { Route } from "./+types/invitation.page.ts";

export const meta: Route.MetaFunction = () => [
  { title: pageTitle("Invitation") },
  { name: "robots", content: "noindex" },
];

const cache: CachePolicy = {
  query: (query) => (query.has("token") ? `?${new URLSearchParams({ token: query.get("token") ?? "" })}` : ""),
};
export const handle = { cache };

/** The URL contains a secret: keep it out of caches and the Referer header. */
export function headers() {
  return { "Cache-Control": "no-store", "Referrer-Policy": "no-referrer" };
}

type Invitation = AnswerOf<"GET /invitations/{token}">;

/** The page behind the link of an invitation, for whoever opens it: signed in or not, as the invited or as another. */
export default function InvitationPage() {
  const [query] = useSearchParams();
  const token = query.get("token");
  const { invitation, reason } = useInvitation(token);
  return (
    <GateFrame
      title={invitation ? `Join ${invitation.company}` : "Invitation"}
      picture="/images/products/denim-hangtag-55x85-copper-960.webp"
    >
      <FormError>{reason}</FormError>
      {reason && <ButtonLink to="/home">Go to the shop</ButtonLink>}
      {!invitation && !reason && <Loading />}
      {invitation && token && <Offer invitation={invitation} token={token} />}
    </GateFrame>
  );
}

function Offer({ invitation, token }: { invitation: Invitation; token: string }) {
  const { company, email, role, orderLimit, expiresAt } = invitation;
  const limit = role === "purchaser" && orderLimit !== null ? `, with orders up to ${formatTotal(orderLimit)}` : "";
  return (
    <>
      <p>
        {company} invites {email} as {roleNames[role].toLowerCase()}
        {limit}. The invitation is open until <Moment at={expiresAt} dayOnly />.
      </p>
      <NextStep invitation={invitation} token={token} />
    </>
  );
}

/** What the reader has to do first, or the press that accepts. */
function NextStep({ invitation: { company, email }, token }: { invitation: Invitation; token: string }) {
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
  return <Accept company={company} token={token} />;
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

function Accept({ company, token }: { company: string; token: string }) {
  const [reason, setReason] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const navigate = useNavigate();
  const key = useFormKey();

  async function accept() {
    setBusy(true);
    setReason(undefined);
    try {
      const headers = { "idempotency-key": key.of({ token }) };
      await callApi("POST /invitations/{token}", { params: { token }, headers });
      toast.success(`Welcome to ${company}.`);
      await navigate("/dashboard/company", { replace: true });
    } catch (error) {
      setReason(describeError(error));
      setBusy(false);
    }
  }

  return (
    <>
      <FormError>{reason}</FormError>
      <Button busy={isBusy} onClick={() => void accept()}>
        Join {company}
      </Button>
      <ButtonLink kind="line" to="/home">
        Not now
      </ButtonLink>
    </>
  );
}

const CUT_OFF = "This link is not whole. Please open it from the mail again.";

function useInvitation(token: string | null): { invitation?: Invitation; reason?: string } {
  const [found, setFound] = useState<{ invitation?: Invitation; reason?: string }>({});
  useEffect(() => {
    if (!token) return;
    let isShown = true;
    // Who is signed in is asked at the same time.
    void knownSession().catch(() => {});
    callWithCookie("GET /invitations/{token}", { params: { token } }).then(
      ({ data }) => isShown && setFound({ invitation: data }),
      (error: unknown) => isShown && setFound({ reason: describeError(error) }),
    );
    return () => {
      isShown = false;
    };
  }, [token]);
  return token ? found : { reason: CUT_OFF };
}

import { useEffect, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { type AnswerOf, describeError } from "#app/client/api.ts";
import { useOrderDraft } from "#app/client/order-draft.ts";
import { callApi, callWithCookie, knownSession } from "#app/client/session.ts";
import { pageTitle } from "#app/content/brand.ts";
import type { CachePolicy } from "#app/contract/cache-policy.ts";
import { formatTotal } from "#app/contract/money.ts";
import { roleNames } from "#app/features/companies/labels.ts";
import { GateFrame } from "#app/features/identity/auth-layout.tsx";
import { useFormKey } from "#app/forms/idempotency-key.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { FormError } from "#app/ui/form-error.tsx";
import { Moment } from "#app/ui/moment.tsx";
import { Loading } from "#app/ui/states.tsx";
import { toast } from "#app/ui/toast.ts";
import type { Route } from "./+types/invitation.page.ts";
import { InvitationSteps } from "./invitation-steps.tsx";

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
  const navigate = useNavigate();
  const key = useFormKey();
  const draft = useOrderDraft();

  async function accept() {
    const headers = { "idempotency-key": key.of({ token }) };
    await callApi("POST /invitations/{token}", { params: { token }, headers });
    await draft.reload();
    toast.success(`Welcome to ${company}.`);
    await navigate("/dashboard/company", { replace: true });
  }

  return (
    <>
      <p>
        {company} invites {email} as {roleNames[role].toLowerCase()}
        {limit}. The invitation is open until <Moment at={expiresAt} dayOnly />.
      </p>
      <InvitationSteps email={email} words={`Join ${company}`} onAccept={accept} />
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

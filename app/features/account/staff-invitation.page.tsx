import { useEffect, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { type AnswerOf, describeError } from "#app/client/api.ts";
import { callApi, callWithCookie, knownSession, renewSession } from "#app/client/session.ts";
import { brand, pageTitle } from "#app/content/brand.ts";
import type { CachePolicy } from "#app/contract/cache-policy.ts";
import { staffRoleLabels } from "#app/contract/staff.ts";
import { GateFrame } from "#app/features/identity/auth-layout.tsx";
import { useFormKey } from "#app/forms/idempotency-key.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { FormError } from "#app/ui/form-error.tsx";
import { Moment } from "#app/ui/moment.tsx";
import { Loading } from "#app/ui/states.tsx";
import { toast } from "#app/ui/toast.ts";
import type { Route } from "./+types/staff-invitation.page.ts";
import { InvitationSteps } from "./invitation-steps.tsx";

export const meta: Route.MetaFunction = () => [
  { title: pageTitle("Invitation to the staff") },
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

type Invitation = AnswerOf<"GET /staffInvitations/{token}">;

const CUT_OFF = "This link is not whole. Please open it from the mail again.";

/** The page behind the link of an invitation to the staff. */
export default function StaffInvitationPage() {
  const [query] = useSearchParams();
  const token = query.get("token");
  const [{ invitation, reason }, setFound] = useState<{ invitation?: Invitation; reason?: string }>({});
  useEffect(() => {
    if (!token) return setFound({ reason: CUT_OFF });
    let isShown = true;
    // Who is signed in is asked at the same time.
    void knownSession().catch(() => {});
    callWithCookie("GET /staffInvitations/{token}", { params: { token } }).then(
      ({ data }) => isShown && setFound({ invitation: data }),
      (error: unknown) => isShown && setFound({ reason: describeError(error) }),
    );
    return () => {
      isShown = false;
    };
  }, [token]);
  return (
    <GateFrame
      title={invitation ? "Join the staff" : "Invitation"}
      picture="/images/products/denim-hangtag-55x85-copper-960.webp"
    >
      <FormError>{reason}</FormError>
      {reason && <ButtonLink to="/home">Go to the shop</ButtonLink>}
      {!invitation && !reason && <Loading />}
      {invitation && token && <Offer invitation={invitation} token={token} />}
    </GateFrame>
  );
}

function Offer({ invitation: { email, roles, expiresAt }, token }: { invitation: Invitation; token: string }) {
  const navigate = useNavigate();
  const key = useFormKey();

  async function accept() {
    const headers = { "idempotency-key": key.of({ token }) };
    await callApi("POST /staffInvitations/{token}", { params: { token }, headers });
    await renewSession();
    toast.success(`Welcome to ${brand.name}.`);
    await navigate("/dashboard", { replace: true });
  }

  return (
    <>
      <p>
        {brand.name} invites {email} to work in the shop: {roles.map((role) => staffRoleLabels[role]).join(", ")}. The
        invitation is open until <Moment at={expiresAt} dayOnly />.
      </p>
      <InvitationSteps email={email} words="Join the staff" onAccept={accept} />
    </>
  );
}

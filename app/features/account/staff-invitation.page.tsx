import { useNavigate } from "react-router";
import type { AnswerOf } from "#app/client/api.ts";
import { callApi, callWithCookie, renewSession } from "#app/client/session.ts";
import { brand, pageTitle } from "#app/content/brand.ts";
import { staffRoleLabels } from "#app/contract/staff.ts";
import { useFormKey } from "#app/forms/idempotency-key.ts";
import { Moment } from "#app/ui/moment.tsx";
import { toast } from "#app/ui/toast.ts";
import type { Route } from "./+types/staff-invitation.page.ts";
import { InvitationGate } from "./invitation-gate.tsx";
import { InvitationSteps } from "./invitation-steps.tsx";
import { cacheOfLink, headersOfLink } from "./mailed-link.ts";

export const meta: Route.MetaFunction = () => [
  { title: pageTitle("Invitation to the staff") },
  { name: "robots", content: "noindex" },
];

export const handle = { cache: cacheOfLink };

export const headers = headersOfLink;

type Invitation = AnswerOf<"GET /staffInvitations/{token}">;

const load = (token: string) => callWithCookie("GET /staffInvitations/{token}", { params: { token } });

export default function StaffInvitationPage() {
  return (
    <InvitationGate load={load} nameTitle={() => "Join the staff"}>
      {(invitation, token) => <Offer invitation={invitation} token={token} />}
    </InvitationGate>
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

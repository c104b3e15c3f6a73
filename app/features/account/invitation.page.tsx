import { useNavigate } from "react-router";
import type { AnswerOf } from "#app/client/api.ts";
import { useOrderDraft } from "#app/client/order-draft.ts";
import { callApi, callWithCookie } from "#app/client/session.ts";
import { pageTitle } from "#app/content/brand.ts";
import { formatTotal } from "#app/contract/money.ts";
import { roleNames } from "#app/features/companies/labels.ts";
import { useFormKey } from "#app/forms/idempotency-key.ts";
import { Moment } from "#app/ui/moment.tsx";
import { toast } from "#app/ui/toast.ts";
import type { Route } from "./+types/invitation.page.ts";
import { InvitationGate } from "./invitation-gate.tsx";
import { InvitationSteps } from "./invitation-steps.tsx";
import { cacheOfLink, headersOfLink } from "./mailed-link.ts";

export const meta: Route.MetaFunction = () => [
  { title: pageTitle("Invitation") },
  { name: "robots", content: "noindex" },
];

export const handle = { cache: cacheOfLink };

export const headers = headersOfLink;

type Invitation = AnswerOf<"GET /invitations/{token}">;

const load = (token: string) => callWithCookie("GET /invitations/{token}", { params: { token } });

export default function InvitationPage() {
  return (
    <InvitationGate load={load} nameTitle={({ company }) => `Join ${company}`}>
      {(invitation, token) => <Offer invitation={invitation} token={token} />}
    </InvitationGate>
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

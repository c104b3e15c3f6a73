import { useEffect } from "react";
import { LoadError } from "#app/client/load-error.tsx";
import { protectedLoader } from "#app/client/protected.ts";
import { pageTitle } from "#app/content/brand.ts";
import { findOwnCompany } from "#app/features/companies/own-company.ts";
import type { Route } from "./+types/order-sheet.page.ts";
import { Asked } from "./approvals/asked.tsx";
import { findMember } from "./approvals/find-member.ts";
import { draftIdOf, showDraft, useAccountDraft } from "./draft/account-draft.ts";
import { SheetForm } from "./sheet-form.tsx";
import { findKnown, prefilled } from "./sheet-known.ts";

export const loader = protectedLoader(undefined, async ({ user, callApi }) => {
  const [{ data, headers }, company] = await Promise.all([
    callApi("GET /orderDraft", { query: {} }),
    findOwnCompany(callApi),
  ]);
  const { mayOrder: _, ...draft } = data;
  const [known, member] = await Promise.all([findKnown(callApi, user.email, company), findMember(callApi, company)]);
  return { user, member, known, draft, etag: headers.get("etag") ?? "" };
});

export const handle = { heading: "Order sheet" };

export const meta: Route.MetaFunction = () => [{ title: pageTitle(handle.heading) }];

export default function OrderSheetPage({ loaderData: { user, member, known, draft, etag } }: Route.ComponentProps) {
  const draftId = draftIdOf(user.uid);
  const saved = useAccountDraft(draftId);
  useEffect(() => showDraft(draftId, draft, etag), [draftId, draft, etag]);
  return (
    <SheetForm
      draft={saved ?? prefilled(known)(draft)}
      draftId={draftId}
      user={user}
      known={known}
      heading={handle.heading}
      member={member}
    >
      {member && <Asked asked={member.asked} />}
    </SheetForm>
  );
}

export function ErrorBoundary() {
  return <LoadError title="Your order sheet did not load" />;
}

import { useEffect } from "react";
import { LoadError } from "#app/client/load-error.tsx";
import { protectedLoader } from "#app/client/protected.ts";
import { pageTitle } from "#app/content/brand.ts";
import type { Route } from "./+types/order-sheet.page.ts";
import { Asked } from "./approvals/asked.tsx";
import { findMember } from "./approvals/find-member.ts";
import { draftIdOf, showDraft, useAccountDraft } from "./draft/account-draft.ts";
import { SheetForm } from "./sheet-form.tsx";
import { findKnown, prefilled } from "./sheet-known.ts";

export const loader = protectedLoader(undefined, async ({ user, callApi }) => {
  const [{ data: draft, headers }, known, member] = await Promise.all([
    callApi("GET /orderDraft", { query: {} }),
    findKnown(callApi, user.email),
    findMember(callApi, user.uid),
  ]);
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

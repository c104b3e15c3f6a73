import { useEffect } from "react";
import { data, Link } from "react-router";
import { LoadError } from "#app/client/load-error.tsx";
import { orUndefinedOn404 } from "#app/client/or-undefined-on-404.ts";
import { protectedLoader, type Signed } from "#app/client/protected.ts";
import { pageTitle } from "#app/content/brand.ts";
import { writePhone } from "#app/contract/phone.ts";
import { readBook } from "#app/features/companies/rules.ts";
import { draftIdOf, showDraft, useAccountDraft } from "#app/features/sheets/draft/account-draft.ts";
import { SheetForm } from "#app/features/sheets/sheet-form.tsx";
import { joinAddresses, prefilled } from "#app/features/sheets/sheet-known.ts";
import { NotFoundBesideMenu } from "#app/frame/not-found-picture.tsx";
import { Crumb } from "#app/ui/crumb.tsx";
import textStyles from "#app/ui/text.module.css";
import type { Route } from "./+types/new-order.page.ts";
import { UsualItems } from "./usual-items.tsx";

export const loader = protectedLoader("admin", async ({ user, params, callApi }: Signed<Route.LoaderArgs>) => {
  const [delivery, draft, buyer] = await Promise.all([
    orUndefinedOn404(callApi("GET /buyers/{id}/delivery", { params })),
    orUndefinedOn404(
      callApi("GET /orderDraft", { query: { for: params.id } }).then(
        ({ data: { mayOrder: _, ...draft }, headers }) => ({
          data: { draft, etag: headers.get("etag") ?? "" },
        }),
      ),
    ),
    // Whoever has not ordered yet has no usual items.
    orUndefinedOn404(callApi("GET /buyers/{id}", { params })),
  ]);
  const found = delivery && draft ? { ...draft, delivery, usual: buyer?.boughtMost ?? [] } : undefined;
  return data({ user, found }, found ? undefined : { status: 404 });
});

export const handle = { name: "New order" };

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: pageTitle(loaderData?.found ? `New order for ${loaderData.found.delivery.name}` : "Not found") },
];

export default function NewOrderPage({ loaderData: { user, found } }: Route.ComponentProps) {
  return found ? <NewOrder key={found.delivery._id} user={user} found={found} /> : <NotFoundBesideMenu />;
}

type NewOrderProps = {
  user: Route.ComponentProps["loaderData"]["user"];
  found: NonNullable<Route.ComponentProps["loaderData"]["found"]>;
};

function NewOrder({ user, found: { delivery, draft, etag, usual } }: NewOrderProps) {
  const draftId = draftIdOf(user.uid, delivery._id);
  const saved = useAccountDraft(draftId);
  useEffect(() => showDraft(draftId, draft, etag), [draftId, draft, etag]);
  const { book, start } = readBook(delivery.book ?? []);
  const known = {
    ...delivery,
    addresses: joinAddresses(book, delivery.addresses),
    start: start ?? delivery.addresses[0]?.address ?? book[0]?.address ?? null,
    phone: writePhone(delivery.phone ?? "") || null,
    isMember: delivery.book !== null,
    isByFields: true,
  };
  const shown = saved ?? prefilled(known)(draft);
  const firm = delivery.company ?? delivery.name;
  return (
    <>
      <Crumb>
        <Link to={`/dashboard/buyers/${delivery._id}`}>{delivery.name}</Link>
      </Crumb>
      <SheetForm
        draft={shown}
        draftId={draftId}
        user={user}
        known={known}
        heading={`New order for ${firm}`}
        buyer={delivery}
      >
        <p className={textStyles.soft}>
          Ordered by {delivery.name}, {delivery.email}
        </p>
        <UsualItems usual={usual} draft={shown} draftId={draftId} />
      </SheetForm>
    </>
  );
}

export function ErrorBoundary() {
  return <LoadError title="The new order did not load" />;
}

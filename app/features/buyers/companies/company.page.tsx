import { useState } from "react";
import { data, Link, redirect } from "react-router";
import { LoadError } from "#app/client/load-error.tsx";
import { orUndefinedOn404 } from "#app/client/or-undefined-on-404.ts";
import { protectedLoader, type Signed } from "#app/client/protected.ts";
import { pageTitle } from "#app/content/brand.ts";
import { nameCountry } from "#app/contract/country-name.ts";
import { formatPieces, formatTotal } from "#app/contract/money.ts";
import { BuyerOrders } from "#app/features/buyers/buyer-orders.tsx";
import type { CompanyPage as Shown } from "#app/features/buyers/companies.contract.ts";
import { CompanyColumns, CompanyHead } from "#app/features/companies/company-layout.tsx";
import { NotFoundBesideMenu } from "#app/frame/not-found-picture.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Crumb } from "#app/ui/crumb.tsx";
import { Moment, ShopDay } from "#app/ui/moment.tsx";
import textStyles from "#app/ui/text.module.css";
import type { Route } from "./+types/company.page.ts";
import { CompanyAddresses, CompanyDetails, CompanyPeople } from "./company-parts.tsx";
import { CreditFigures } from "./credit-figures.tsx";
import { MergeDialog } from "./merge-dialog.tsx";
import { NameManager } from "./name-manager.tsx";
import { TermsForm } from "./terms-form.tsx";

export const loader = protectedLoader("admin", async ({ params, callApi }: Signed<Route.LoaderArgs>) => {
  const found = await orUndefinedOn404(
    callApi("GET /companies/{id}", { params }).then((answer) => ({
      data: { company: answer.data, version: answer.headers.get("etag") ?? "" },
    })),
  );
  // Of a company that was merged into another, or by its id.
  if (found && String(found.company.number) !== params.id)
    throw redirect(`/dashboard/companies/${found.company.number}`);
  return data({ found }, found ? undefined : { status: 404 });
});

export const handle = { name: "Company" };

export const meta: Route.MetaFunction = ({ loaderData }) => [
  {
    title: pageTitle(loaderData && !loaderData.found ? "Not found" : (loaderData?.found?.company.name ?? handle.name)),
  },
];

export default function CompanyPage({ loaderData: { found } }: Route.ComponentProps) {
  if (!found) return <NotFoundBesideMenu />;
  return <Present {...found} />;
}

function Present({ company, version }: { company: Shown; version: string }) {
  const [isMerging, setMerging] = useState(false);
  const hasManager = company.members.some(({ role }) => role === "manager");
  return (
    <>
      <Crumb>
        <Link to="/dashboard/buyers">All Buyers</Link>
      </Crumb>
      <CompanyHead
        actions={
          <>
            <ButtonLink to={`/dashboard/companies/${company._id}/statement`} kind="line" size="small">
              Statement
            </ButtonLink>
            <ButtonLink
              to={`/dashboard/manageorders?company=${encodeURIComponent(company.name)}`}
              kind="line"
              size="small"
            >
              Orders in the list
            </ButtonLink>
            {!company.closedAt && (
              <Button kind="line" size="small" onClick={() => setMerging(true)}>
                Merge…
              </Button>
            )}
          </>
        }
      >
        <h1>{company.name}</h1>
        <p className={textStyles.soft}>
          <Since company={company} />
        </p>
      </CompanyHead>
      {isMerging && <MergeDialog company={company} version={version} onClose={() => setMerging(false)} />}
      <CreditFigures company={company} />
      <CompanyColumns
        first={
          <>
            <CompanyPeople company={company} />
            {hasManager || company.closedAt || <NameManager company={company} />}
            <BuyerOrders orders={company.newest} name={company.name} />
            <CompanyAddresses company={company} />
          </>
        }
        second={
          <>
            <TermsForm key={version} company={company} version={version} />
            <CompanyDetails company={company} />
          </>
        }
      />
    </>
  );
}

/** Which company it is, since when it is here, and how much it has ordered. */
function Since({ company: { number, country, createdAt, closedAt, orders, value, lastOn } }: { company: Shown }) {
  return (
    <>
      No. {number}, <span suppressHydrationWarning>{nameCountry(country)}</span>, here since{" "}
      <Moment at={createdAt} dayOnly />.{" "}
      {lastOn ? (
        <>
          {orders === 1 ? "1 order" : `${formatPieces(orders)} orders`} for {formatTotal(value)}, the last on{" "}
          <ShopDay on={lastOn} />.
        </>
      ) : (
        "No orders yet."
      )}
      {closedAt && " Closed: its only member has left the shop."}
    </>
  );
}

export function ErrorBoundary() {
  return <LoadError title="The company did not load" />;
}

import { data, Link, useRevalidator } from "react-router";
import { LoadError } from "#app/client/load-error.tsx";
import { orUndefinedOn404 } from "#app/client/or-undefined-on-404.ts";
import { protectedLoader, type Signed } from "#app/client/protected.ts";
import { pageTitle } from "#app/content/brand.ts";
import { formatPieces, formatTotal } from "#app/contract/money.ts";
import { NotFoundBesideMenu } from "#app/frame/not-found-picture.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Crumb } from "#app/ui/crumb.tsx";
import layoutStyles from "#app/ui/layout.module.css";
import { ShopDay } from "#app/ui/moment.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { Part } from "#app/ui/part.tsx";
import textStyles from "#app/ui/text.module.css";
import type { Route } from "./+types/buyer.page.ts";
import styles from "./buyer.page.module.css";
import { BuyerBought } from "./buyer-bought.tsx";
import { BuyerMonths } from "./buyer-months.tsx";
import { BuyerNotes } from "./buyer-notes.tsx";
import { BuyerOrders } from "./buyer-orders.tsx";
import { BuyerReach } from "./buyer-reach.tsx";
import type { BuyerPage as Shown } from "./contract.ts";
import { Figures } from "./figures.tsx";

export const loader = protectedLoader("admin", async ({ params, callApi }: Signed<Route.LoaderArgs>) => {
  const buyer = await orUndefinedOn404(callApi("GET /buyers/{id}", { params }));
  return data({ buyer }, buyer ? undefined : { status: 404 });
});

export const handle = { name: "Buyer" };

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: pageTitle(loaderData && !loaderData.buyer ? "Not found" : (loaderData?.buyer?.name ?? handle.name)) },
];

export default function BuyerPage({ loaderData: { buyer } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  if (!buyer) return <NotFoundBesideMenu />;
  const { name, email } = buyer;
  return (
    <>
      <Crumb>
        <Link to="/dashboard/buyers">All Buyers</Link>
      </Crumb>
      <PageHead>
        <div className={styles.head}>
          <h1>{name}</h1>
          <p className={textStyles.soft}>
            <Since buyer={buyer} />
          </p>
        </div>
        {buyer.hasAccount && (
          <ButtonLink to={`/dashboard/buyers/${buyer._id}/neworder`} size="small">
            New order
          </ButtonLink>
        )}
        <ButtonLink to={`/dashboard/buyers/${buyer._id}/statement`} kind="line" size="small">
          Statement
        </ButtonLink>
        <ButtonLink to={`/dashboard/manageorders?q=${encodeURIComponent(email)}`} kind="line" size="small">
          Orders in the list
        </ButtonLink>
      </PageHead>
      <Figures figures={listFigures(buyer)} />
      <div className={layoutStyles.columns}>
        <div className={layoutStyles.column}>
          <BuyerMonths months={buyer.months} />
          <BuyerOrders orders={buyer.newest} name={name} />
        </div>
        <div className={layoutStyles.column}>
          <Part title="How to reach them">
            <BuyerReach buyer={buyer} />
          </Part>
          <BuyerBought buyer={buyer} />
          <Part title="Notes for admins">
            <BuyerNotes key={buyer._id} buyer={buyer} onSaved={revalidate} />
          </Part>
        </div>
      </div>
    </>
  );
}

/** Since when, and how often. */
function Since({ buyer: { firstOn, lastOn, usualDays, hasAccount } }: { buyer: Shown }) {
  return (
    <>
      {firstOn && lastOn ? (
        <>
          First order <ShopDay on={firstOn} />, last <ShopDay on={lastOn} />
          {usualDays !== null && `, usually every ${usualDays === 1 ? "day" : `${usualDays} days`}`}.
        </>
      ) : (
        "All orders were declined or cancelled."
      )}
      {!hasAccount && " The account is gone; the orders stay."}
    </>
  );
}

function listFigures({ orders, sheets, pieces, value, unpaid }: Shown) {
  return [
    ["Orders", formatPieces(orders)],
    ["Order sheets", formatPieces(sheets)],
    ["Pieces", formatPieces(pieces)],
    ["Value", formatTotal(value)],
    ["Unpaid", formatTotal(unpaid)],
  ] as const;
}

export function ErrorBoundary() {
  return <LoadError title="The buyer did not load" />;
}

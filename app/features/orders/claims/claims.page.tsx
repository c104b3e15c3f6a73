import { Link } from "react-router";
import { LoadError } from "#app/client/load-error.tsx";
import { protectedLoader } from "#app/client/protected.ts";
import { shouldReloadList } from "#app/client/should-reload.ts";
import { pageTitle } from "#app/content/brand.ts";
import { describePieces, formatTotal, totalPrice } from "#app/contract/money.ts";
import { claimStates } from "#app/features/orders/facts.ts";
import { claimLabels, remedyLabels } from "#app/features/orders/labels.ts";
import { readListAsked } from "#app/lists/list.rules.ts";
import { listQuery, loadList, useList } from "#app/lists/list.ts";
import { ListHeading, ListPages, ListRows } from "#app/lists/list-frame.tsx";
import { ListTabs } from "#app/lists/list-tabs.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { Moment } from "#app/ui/moment.tsx";
import { EmptyState } from "#app/ui/states.tsx";
import textStyles from "#app/ui/text.module.css";
import type { Route } from "./+types/claims.page.ts";
import styles from "./claims.page.module.css";
import { claimTones } from "./claims-part.tsx";

const tabs = [
  { name: "", words: "Open" },
  { name: "accepted", words: "Accepted" },
  { name: "refused", words: "Refused" },
  { name: "withdrawn", words: "Withdrawn" },
];

export const loader = protectedLoader("admin", async ({ url, callApi }) => {
  const asked = readListAsked(url.href, { filters: ["tab"] });
  const state = claimStates.find((one) => one === asked.filters.tab) ?? "open";
  const { q: _, ...page } = listQuery(asked);
  return loadList(url, asked, callApi("GET /claims", { query: { ...page, state } }));
});

export const shouldRevalidate = shouldReloadList;

export const handle = { heading: "Claims" };

export const meta: Route.MetaFunction = () => [{ title: pageTitle(handle.heading) }];

/** What buyers report about delivered orders; each row leads to its order, where it is settled. */
export default function ClaimsPage({ loaderData }: Route.ComponentProps) {
  const { list, heading } = useList(loaderData);
  return (
    <>
      <ListHeading ref={heading} name={handle.heading} unit={list.total === 1 ? " claim" : " claims"} list={list} />
      <ListTabs label="Claims by state" list={list} filter="tab" tabs={tabs} />
      <ListRows
        list={list}
        noMatch="No claim like that"
        empty={<EmptyState title="No open claims" text="What buyers report about their orders comes here." />}
      >
        <ul className={styles.claims}>
          {list.rows.map(({ _id, at, order, buyer, productName, pieces, kind, unitPrice, wants, state, ...claim }) => (
            <li key={_id}>
              <p className={styles.first}>
                <Link to={`/dashboard/orders/${order}`}>
                  {buyer}, No. {order}
                </Link>
                <span>
                  {describePieces(pieces)} {kind}, {formatTotal(totalPrice(unitPrice, pieces))}
                </span>
                {state !== "open" && <Badge tone={claimTones[state]}>{claimLabels[state]}</Badge>}
              </p>
              <p className={textStyles.soft}>
                {productName} · {state === "open" ? `asks for ${remedyLabels[wants].toLowerCase()} · ` : ""}
                {claim.creditNote && `credit note ${claim.creditNote} · `}
                {claim.replacement !== null && `replaced by No. ${claim.replacement} · `}
                <Moment at={at} />
              </p>
            </li>
          ))}
        </ul>
      </ListRows>
      <ListPages list={list} />
    </>
  );
}

export function ErrorBoundary() {
  return <LoadError title="The claims did not load" />;
}

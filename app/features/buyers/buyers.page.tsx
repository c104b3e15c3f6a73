import { useState } from "react";
import { LoadError } from "#app/client/load-error.tsx";
import { protectedLoader } from "#app/client/protected.ts";
import { callApi } from "#app/client/session.ts";
import { useAnswer } from "#app/client/use-answer.ts";
import { pageTitle } from "#app/content/brand.ts";
import type { Separator } from "#app/contract/csv.ts";
import { AsOf } from "#app/features/orders/sums/as-of.tsx";
import { DownloadButton } from "#app/lists/download-button.tsx";
import { type ListAsked, readListAsked } from "#app/lists/list.rules.ts";
import { type List, listQuery, loadList, useList, useListChange } from "#app/lists/list.ts";
import { ListHeading, ListPages, ListRows, ListTools } from "#app/lists/list-frame.tsx";
import { ListSelect } from "#app/lists/list-select.tsx";
import { ListTabs } from "#app/lists/list-tabs.tsx";
import { Button } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/states.tsx";
import textStyles from "#app/ui/text.module.css";
import type { Route } from "./+types/buyers.page.ts";
import styles from "./buyers.page.module.css";
import { buyerSorts, defaultSort, saidSort, sortWords } from "./buyers-sort.rules.ts";
import { BuyersTable } from "./buyers-table.tsx";
import { buyerTabs, nobody, saidPart } from "./buyers-tabs.rules.ts";
import { FoundCompanyDialog } from "./companies/found-company-dialog.tsx";
import type { BuyerRow } from "./contract.ts";
import { COUNT_LIMIT } from "./facts.ts";

export const loader = protectedLoader("admin", async ({ url, callApi }) => {
  const asked = readListAsked(url.href, { sorts: buyerSorts, filters: ["part"] });
  const query = { ...listQuery(asked), sort: saidSort(asked.sort), part: saidPart(asked.filters.part) };
  return loadList(url, asked, callApi("GET /buyers", { query }));
});

export const handle = { heading: "All Buyers" };

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Buyers") }];

export default function BuyersPage({ loaderData }: Route.ComponentProps) {
  const { list, heading } = useList(loaderData);
  const changeList = useListChange(list);
  const counts = useBuyerCounts(list);
  const part = saidPart(list.asked.filters.part);
  const [isFounding, setFounding] = useState(false);
  return (
    <>
      <ListHeading ref={heading} name={handle.heading} unit="" list={list}>
        <Button kind="line" size="small" onClick={() => setFounding(true)}>
          Found a company
        </Button>
      </ListHeading>
      {isFounding && <FoundCompanyDialog onClose={() => setFounding(false)} />}
      <ListTabs
        label="Buyers by habit"
        list={list}
        filter="part"
        tabs={buyerTabs}
        counts={counts && { "": counts.all, new: counts.new, quiet: counts.quiet, owing: counts.owing }}
        most={COUNT_LIMIT}
      />
      <ListTools
        list={list}
        label="Search company, name or e-mail"
        sort={
          <ListSelect
            label="Sort"
            className={styles.sort}
            value={list.asked.sort ?? defaultSort}
            onChoose={(sort) => changeList({ sort: saidSort(sort) }, { preventScrollReset: true })}
          >
            {buyerSorts.map((sort) => (
              <option key={sort} value={sort}>
                {sortWords[sort]}
              </option>
            ))}
          </ListSelect>
        }
      >
        <DownloadButton
          load={(separator) => download(list.asked, separator)}
          name="buyers"
          size="small"
          disabled={list.total === 0}
        >
          Download CSV
        </DownloadButton>
      </ListTools>
      <ListRows
        list={list}
        noMatch="No buyer matches"
        parts={["part"]}
        empty={
          part ? (
            <EmptyState title={nobody[part]} text="Everybody with orders is under All." />
          ) : (
            <EmptyState title="No buyers yet" text="Everybody with orders appears here." />
          )
        }
      >
        <BuyersTable
          list={list}
          onSort={(sort) => changeList({ sort: saidSort(sort) }, { preventScrollReset: true })}
        />
      </ListRows>
      <ListPages list={list} />
      {counts?.asOf && (
        <p className={textStyles.hint}>
          Sums <AsOf at={counts.asOf} />
        </p>
      )}
    </>
  );
}

/** The counts of the tabs, asked again whenever the list has changed; the page is complete without them. */
function useBuyerCounts({ rows, total }: List<BuyerRow>) {
  const shown = rows.map(({ _id, unpaid, lastOn }) => [_id, unpaid, lastOn].join());
  return useAnswer([total, ...shown].join(), () => callApi("GET /buyerCounts", {})).answer?.data;
}

async function download({ q, sort, filters }: ListAsked, separator: Separator): Promise<Blob> {
  const query = { ...(q && { q }), part: saidPart(filters.part), sort: saidSort(sort), separator };
  const { data } = await callApi("GET /buyers.csv", { query });
  return data;
}

export function ErrorBoundary() {
  return <LoadError title="The buyers did not load" />;
}

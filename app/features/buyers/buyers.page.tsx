import { LoadError } from "#app/client/load-error.tsx";
import { signOutWhenRefused } from "#app/client/protected.ts";
import { callApi, requireSession } from "#app/client/session.ts";
import { pageTitle } from "#app/content/brand.ts";
import { readListAsked } from "#app/lists/list.rules.ts";
import { listQuery, loadList, useList, useListChange } from "#app/lists/list.ts";
import { ListHeading, ListPages, ListRows, ListTools } from "#app/lists/list-frame.tsx";
import { ListSelect } from "#app/lists/list-select.tsx";
import { EmptyState } from "#app/ui/states.tsx";
import type { Route } from "./+types/buyers.page.ts";
import styles from "./buyers.page.module.css";
import { buyerSorts, defaultSort, saidSort, sortWords } from "./buyers-sort.rules.ts";
import { BuyersTable } from "./buyers-table.tsx";

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireSession(request, "admin");
  const asked = readListAsked(request.url, { sorts: buyerSorts });
  const query = { ...listQuery(asked), sort: saidSort(asked.sort) };
  return loadList(request, asked, signOutWhenRefused(request, callApi("GET /buyers", { query })));
}
clientLoader.hydrate = true as const;

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Buyers") }];

export default function BuyersPage({ loaderData }: Route.ComponentProps) {
  const { list, heading } = useList(loaderData);
  const changeList = useListChange(list);
  return (
    <>
      <ListHeading ref={heading} name="All Buyers" unit="" list={list} />
      <ListTools
        list={list}
        label="Search name or e-mail"
        sort={
          <ListSelect
            label="Order"
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
      />
      <ListRows
        list={list}
        noMatch="No buyer matches"
        empty={<EmptyState title="No buyers yet" text="Everybody with orders appears here." />}
      >
        <BuyersTable
          list={list}
          onSort={(sort) => changeList({ sort: saidSort(sort) }, { preventScrollReset: true })}
        />
      </ListRows>
      <ListPages list={list} />
    </>
  );
}

export function ErrorBoundary() {
  return <LoadError page="Buyers" title="The buyers did not load" />;
}

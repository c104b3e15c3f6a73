import { useRevalidator } from "react-router";
import { LoadError } from "#app/client/load-error.tsx";
import { protectedLoader } from "#app/client/protected.ts";
import { useMay } from "#app/client/session.ts";
import { shouldReloadList } from "#app/client/should-reload.ts";
import { pageTitle } from "#app/content/brand.ts";
import { Narrowing } from "#app/features/orders/list/orders-narrow.tsx";
import { listSearch, readListAsked } from "#app/lists/list.rules.ts";
import { type List, listQuery, loadList, useAsked, useList, useListChange } from "#app/lists/list.ts";
import { ListHeading, ListPages, ListRows, ListTools } from "#app/lists/list-frame.tsx";
import { ListSelect } from "#app/lists/list-select.tsx";
import { ListTabs } from "#app/lists/list-tabs.tsx";
import { PickedCount } from "#app/lists/pick-all.tsx";
import { usePicking } from "#app/lists/picking.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import formStyles from "#app/ui/form.module.css";
import { ShortShopDay } from "#app/ui/moment.tsx";
import { EmptyState } from "#app/ui/states.tsx";
import type { Route } from "./+types/invoices.page.ts";
import { Ages } from "./ages.tsx";
import styles from "./invoices.page.module.css";
import { InvoicesBulk } from "./invoices-bulk.tsx";
import {
  defaultSort,
  findTab,
  invoiceFilters,
  invoiceTabs,
  readInvoiceFilter,
  saidSort,
  sortWords,
} from "./invoices-list.ts";
import { InvoicesTable } from "./invoices-table.tsx";

export const loader = protectedLoader("admin", async ({ url, callApi }) => {
  const asked = readListAsked(url.href, { sorts: Object.keys(sortWords), filters: invoiceFilters });
  const { summed, listed } = readInvoiceFilter(asked);
  const query = { ...listQuery(asked), ...listed, sort: saidSort(asked.sort) };
  const [list, { data: sums }] = await Promise.all([
    loadList(url, asked, callApi("GET /invoices", { query })),
    callApi("GET /invoiceSums", { query: summed }),
  ]);
  return { ...list, sums };
});

export const shouldRevalidate = shouldReloadList;

export const handle = { heading: "Invoices" };

export const meta: Route.MetaFunction = () => [{ title: pageTitle(handle.heading) }];

/** Every invoice: what is left to pay, by age, and what happened to the others. */
export default function InvoicesPage({ loaderData }: Route.ComponentProps) {
  const { list, heading } = useList(loaderData);
  const { sums } = loaderData;
  const changeList = useListChange(list);
  const { revalidate } = useRevalidator();
  const picking = usePicking(list.rows, ({ open }) => Number(open) > 0);
  const mayRemind = useMay()("manage-money");
  const { filters } = list.asked;
  const { states } = sums;
  const all = Object.values(states).reduce((sum, count) => sum + count, 0);
  const counts = {
    "": sums.owed.count,
    all,
    "partly-paid": states["partly-paid"],
    paid: states.paid,
    "to-return": sums.toReturn.count,
  };
  return (
    <>
      <ListHeading ref={heading} name={handle.heading} unit="" list={list} />
      <Ages asked={list.asked} sums={sums} />
      <ListTabs
        label="Invoices by state"
        // What is owed has an age; the others have none.
        list={{ ...list, asked: { ...list.asked, filters: { ...filters, age: "" } } }}
        filter="tab"
        tabs={invoiceTabs}
        counts={{ ...counts, credited: states.credited }}
      />
      <ListTools
        list={list}
        label="Number, company, PO, amount"
        sort={
          <>
            <DaysChoice list={list} />
            <ListSelect
              label="Sort"
              className={styles.sort}
              value={list.asked.sort ?? defaultSort}
              onChoose={(sort) => changeList({ sort: saidSort(sort) }, { preventScrollReset: true })}
            >
              {Object.entries(sortWords).map(([sort, words]) => (
                <option key={sort} value={sort}>
                  {words}
                </option>
              ))}
            </ListSelect>
          </>
        }
      >
        {filters.company && (
          <ButtonLink
            to={{ search: listSearch(list.asked, { filters: { ...filters, company: "" } }) }}
            kind="line"
            size="small"
            preventScrollReset
          >
            All companies
          </ButtonLink>
        )}
      </ListTools>
      <ListRows
        list={list}
        noMatch="No invoice matches"
        parts={["tab"]}
        empty={<EmptyState {...none[findTab(list.asked).name]} />}
      >
        <InvoicesTable
          list={list}
          picking={mayRemind ? picking : undefined}
          onSort={(sort) => changeList({ sort: saidSort(sort) }, { preventScrollReset: true })}
        />
      </ListRows>
      <ListPages list={list} />
      <PickedCount picking={picking} />
      {picking.picked.length > 0 && (
        <InvoicesBulk picked={picking.picked} onClear={() => picking.keep(new Set())} onDone={revalidate} />
      )}
    </>
  );
}

/** Narrows the list to the days on which invoices were issued. */
function DaysChoice({ list }: { list: List<unknown> }) {
  const asked = useAsked(list);
  const { from, to } = readInvoiceFilter(asked).summed;
  const isUsed = Boolean(from ?? to);
  const title = isUsed && (
    <>
      Issued {from && <ShortShopDay on={from} />} {from ? "to" : "until"} {to ? <ShortShopDay on={to} /> : "any day"}
    </>
  );
  return (
    <Narrowing asked={asked} names={["from", "to"]} title={title || "Days"} isUsed={isUsed} all="Any day">
      <div className={formStyles.two}>
        <Field label="Issued from" name="from" type="date" defaultValue={from} />
        <Field label="To" name="to" type="date" defaultValue={to} />
      </div>
    </Narrowing>
  );
}

const none = {
  "": { title: "Nothing is open", text: "All invoices are paid or credited." },
  "partly-paid": { title: "No invoice is partly paid", text: "Invoices of which a part was paid are here." },
  "to-return": { title: "No money is to be returned", text: "Invoices that were paid and then credited are here." },
  paid: { title: "No invoice is paid", text: "Invoices are here once they are paid." },
  credited: { title: "No invoice was credited", text: "Invoices that were credited as a whole are here." },
  all: { title: "No invoices yet", text: "Invoices are here once an accepted order is invoiced." },
};

export function ErrorBoundary() {
  return <LoadError title="The invoices did not load" />;
}

import { useRevalidator } from "react-router";
import { LoadError } from "#app/client/load-error.tsx";
import { protectedLoader } from "#app/client/protected.ts";
import { shouldReloadList } from "#app/client/should-reload.ts";
import { pageTitle } from "#app/content/brand.ts";
import { day } from "#app/contract/day.ts";
import type { Payment } from "#app/features/money/bank.contract.ts";
import { AccountsExport } from "#app/features/money/export/accounts-export.tsx";
import { Narrowing } from "#app/features/orders/list/orders-narrow.tsx";
import { type ListAsked, readListAsked } from "#app/lists/list.rules.ts";
import { type List, listQuery, loadList, useAsked, useList } from "#app/lists/list.ts";
import { ListHeading, ListPages, ListRows } from "#app/lists/list-frame.tsx";
import { Field } from "#app/ui/field.tsx";
import { ShortShopDay } from "#app/ui/moment.tsx";
import { EmptyState } from "#app/ui/states.tsx";
import type { Route } from "./+types/payments.page.ts";
import { BankStatement } from "./bank-statement.tsx";
import styles from "./payments.page.module.css";
import { PaymentsTable } from "./payments-table.tsx";

export const loader = protectedLoader("admin", async ({ url, callApi }) => {
  const asked = readListAsked(url.href, { filters: ["from", "to"] });
  const { limit, after } = listQuery(asked);
  const query = { limit, ...(after && { after }), ...readDays(asked) };
  return loadList(url, asked, callApi("GET /payments", { query }));
});

function readDays({ filters }: ListAsked) {
  const [from, to] = [filters.from, filters.to].map((each) => day.safeParse(each).data);
  return { ...(from && { from }), ...(to && { to }) };
}

export const shouldRevalidate = shouldReloadList;

export const handle = { heading: "Payments" };

export const meta: Route.MetaFunction = () => [{ title: pageTitle(handle.heading) }];

/** The bank's statement, and what was booked so far. */
export default function PaymentsPage({ loaderData }: Route.ComponentProps) {
  const { list, heading } = useList<Payment>(loaderData);
  const { revalidate } = useRevalidator();
  return (
    <div className={styles.page}>
      <ListHeading ref={heading} name={handle.heading} unit="" list={list} />
      <BankStatement onBooked={() => void revalidate()} />
      <section className={styles.booked} aria-labelledby="booked">
        <div className={styles.tools}>
          <h2 id="booked">Booked so far</h2>
          <DaysChoice list={list} />
          <AccountsExport />
        </div>
        <ListRows
          list={list}
          noMatch="Nothing was booked on these days"
          empty={<EmptyState title="Nothing booked yet" text="Payments appear here, the latest day first." />}
        >
          <PaymentsTable list={list} />
        </ListRows>
        <ListPages list={list} />
      </section>
    </div>
  );
}

function DaysChoice({ list }: { list: List<Payment> }) {
  const asked = useAsked(list);
  const { from, to } = readDays(asked);
  const isUsed = Boolean(from ?? to);
  const title = isUsed && (
    <>
      {from && <ShortShopDay on={from} />} {from ? "to" : "until"} {to ? <ShortShopDay on={to} /> : "any day"}
    </>
  );
  return (
    <Narrowing asked={asked} names={["from", "to"]} title={title || "Days"} isUsed={isUsed} all="Any day">
      <div className={styles.span}>
        <Field label="From" name="from" type="date" defaultValue={from} />
        <Field label="To" name="to" type="date" defaultValue={to} />
      </div>
    </Narrowing>
  );
}

export function ErrorBoundary() {
  return <LoadError title="The payments did not load" />;
}

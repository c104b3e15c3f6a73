import type { ReactNode } from "react";
import { callApi } from "#app/client/session.ts";
import { lineKeys, lines } from "#app/content/lines.ts";
import type { Separator } from "#app/contract/csv.ts";
import type { Order } from "#app/features/orders/contract.ts";
import { DownloadButton } from "#app/lists/download-button.tsx";
import { FilterChoice } from "#app/lists/filter-choice.tsx";
import { type List, useListChange } from "#app/lists/list.ts";
import { ListTools } from "#app/lists/list-frame.tsx";
import { ListSelect } from "#app/lists/list-select.tsx";
import { readOrderFilter } from "./orders-filter.ts";
import { CompanyChoice, DaysChoice } from "./orders-narrow.tsx";
import { defaultSort, orderSorts, readOrderSort, saidSort, sortWords } from "./orders-sort.rules.ts";
import { adminTabs } from "./orders-tabs.rules.ts";
import styles from "./orders-tools.module.css";

type OrdersListProps = { list: List<Order>; isAdmin?: boolean | undefined };
type OrdersToolsProps = OrdersListProps & { label: string; children?: ReactNode };

/** The tools above a list of orders. */
export function OrdersTools({ list, label, isAdmin, children }: OrdersToolsProps) {
  return (
    <ListTools
      list={list}
      label={label}
      sort={
        <>
          {isAdmin && <CompanyChoice list={list} />}
          {isAdmin && <DaysChoice list={list} />}
          {isAdmin && <FilterChoice list={list} name="line" label="Line" all="All lines" words={lineWords} />}
          <SortChoice list={list} isAdmin={isAdmin} />
        </>
      }
    >
      {children}
    </ListTools>
  );
}

const lineWords = Object.fromEntries(lineKeys.map((key) => [key, lines[key].name]));

/** For what has no column, and for phones, which hide the heads of the columns. */
function SortChoice({ list, isAdmin }: OrdersListProps) {
  const changeList = useListChange(list);
  return (
    <ListSelect
      label="Sort"
      isUsed={Boolean(list.asked.sort)}
      className={isAdmin ? undefined : styles.sort}
      value={list.asked.sort ?? defaultSort}
      onChoose={(sort) => changeList({ sort: saidSort(sort) }, { preventScrollReset: true })}
    >
      {orderSorts.map((sort) => (
        <option key={sort} value={sort}>
          {sortWords[sort]}
        </option>
      ))}
    </ListSelect>
  );
}

/** All rows the search finds, as a spreadsheet file. */
export function DownloadOrders({ list: { asked, total } }: { list: List<Order> }) {
  async function load(separator: Separator) {
    const filter = readOrderFilter(asked, adminTabs);
    const query = { ...(asked.q && { q: asked.q }), ...filter, sort: readOrderSort(asked.sort), separator };
    const { data } = await callApi("GET /allOrders.csv", { query });
    return data;
  }
  return (
    <DownloadButton load={load} name="orders" size="small" disabled={total === 0}>
      Download CSV
    </DownloadButton>
  );
}

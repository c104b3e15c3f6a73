import type { ReactNode } from "react";
import { callApi } from "#app/client/session.ts";
import { lineKeys, lines } from "#app/content/lines.ts";
import type { Separator } from "#app/contract/csv.ts";
import type { Order } from "#app/features/orders/contract.ts";
import { OrderViews } from "#app/features/orders/views/order-views.tsx";
import type { OrderView } from "#app/features/orders/views.contract.ts";
import { DownloadButton } from "#app/lists/download-button.tsx";
import { FilterChoice } from "#app/lists/filter-choice.tsx";
import { listSearch } from "#app/lists/list.rules.ts";
import { type List, useAsked, useListChange } from "#app/lists/list.ts";
import { ListTools } from "#app/lists/list-frame.tsx";
import { ListSelect } from "#app/lists/list-select.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { IconClose } from "#app/ui/icons.tsx";
import { readNumbers, readOrderFilter } from "./orders-filter.ts";
import { CompanyChoice, DaysChoice } from "./orders-narrow.tsx";
import { defaultSort, orderSorts, readOrderSort, saidSort, sortWords } from "./orders-sort.rules.ts";
import { adminTabs } from "./orders-tabs.rules.ts";
import styles from "./orders-tools.module.css";

type OrdersListProps = { list: List<Order>; isAdmin?: boolean | undefined };
type OrdersToolsProps = {
  list: List<Order>;
  label: string;
  /** The saved views of a member of staff, who has more tools. */
  views?: readonly OrderView[];
  children?: ReactNode;
};

/** The tools above a list of orders. */
export function OrdersTools({ list, label, views, children }: OrdersToolsProps) {
  const isAdmin = views !== undefined;
  return (
    <ListTools
      list={list}
      label={label}
      sort={
        <>
          {views && <OrderViews list={list} views={views} />}
          {isAdmin && <OnlyNumbers list={list} />}
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

/** What takes away that the list shows some orders alone. */
function OnlyNumbers({ list }: OrdersListProps) {
  const asked = useAsked(list);
  const { length } = readNumbers(asked.filters.numbers);
  if (length === 0) return null;
  return (
    <ButtonLink
      kind="line"
      size="small"
      to={{ search: listSearch(asked, { filters: { ...asked.filters, numbers: "" } }) }}
    >
      Only {length === 1 ? "one number" : `${length} numbers`}
      <IconClose />
      <span className="sr">, show all</span>
    </ButtonLink>
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

import { type ReactNode, useId } from "react";
import { Form, Link } from "react-router";
import { useShopToday } from "#app/client/shop-time.ts";
import { Q_MAX } from "#app/contract/search.ts";
import type { Order } from "#app/features/orders/contract.ts";
import { type ListAsked, listParams, listSearch } from "#app/lists/list.rules.ts";
import { type List, useAsked } from "#app/lists/list.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Drop } from "#app/ui/drop.tsx";
import { Field } from "#app/ui/field.tsx";
import { ShortShopDay } from "#app/ui/moment.tsx";
import textStyles from "#app/ui/text.module.css";
import { dayWords, listSpans, readDays } from "./orders-filter.ts";
import styles from "./orders-narrow.module.css";

/** Narrows a list to the orders of a company, or of those whose names begin alike. */
export function CompanyChoice({ list }: { list: List<Order> }) {
  const asked = useAsked(list);
  const { company = "" } = asked.filters;
  const known = useId();
  return (
    <Narrowing
      asked={asked}
      names={["company"]}
      title={company || "Company"}
      isUsed={company !== ""}
      all="All companies"
    >
      <Field label="Company" name="company" defaultValue={company} list={known} maxLength={Q_MAX} autoComplete="off" />
      <datalist id={known}>
        {[...new Set(list.rows.map((order) => order.company ?? ""))].map(
          (name) => name && <option key={name}>{name}</option>,
        )}
      </datalist>
    </Narrowing>
  );
}

/** Narrows a list to the orders of some days: ordered, wanted, due or shipped. */
export function DaysChoice({ list }: { list: List<Order> }) {
  const asked = useAsked(list);
  const { kind = "wanted", from, to, isUsed } = readDays(asked.filters);
  const spans = listSpans(useShopToday());
  const title = isUsed && (
    <>
      {dayWords[kind]} {from && <ShortShopDay on={from} />} {from ? "to" : "until"}{" "}
      {to ? <ShortShopDay on={to} /> : "any day"}
    </>
  );
  return (
    <Narrowing asked={asked} names={["days", "from", "to"]} title={title || "Days"} isUsed={isUsed} all="Any day">
      <fieldset className={styles.kinds}>
        <legend className="sr">Which day</legend>
        {Object.entries(dayWords).map(([value, words]) => (
          <label key={value} className={textStyles.small}>
            <input type="radio" name="days" value={value} defaultChecked={value === kind} />
            {words}
          </label>
        ))}
      </fieldset>
      <div className={styles.span}>
        <Field label="From" name="from" type="date" defaultValue={from} />
        <Field label="To" name="to" type="date" defaultValue={to} />
      </div>
      <ul className={styles.spans} aria-label={`${dayWords[kind]}, at one press`}>
        {spans.map((span) => (
          <li key={span.words}>
            <Link
              to={{
                search: listSearch(asked, {
                  filters: { ...asked.filters, days: kind, from: span.from, to: span.to },
                }),
              }}
              preventScrollReset
            >
              {span.words}
            </Link>
          </li>
        ))}
      </ul>
    </Narrowing>
  );
}

type NarrowingProps = {
  asked: ListAsked;
  /** The filters that the fields inside set. */
  names: readonly string[];
  title: ReactNode;
  isUsed: boolean;
  /** What the link says that takes them away. */
  all: string;
  children: ReactNode;
};

/** Some filters of a list as a form, which the address keeps. */
export function Narrowing({ asked, names, title, isUsed, all, children }: NarrowingProps) {
  const here = listSearch(asked, {});
  const without = { ...asked, filters: { ...asked.filters, ...Object.fromEntries(names.map((name) => [name, ""])) } };
  return (
    <Drop title={title} isUsed={isUsed} closeOn={here}>
      {/* At another address the fields begin with other values. */}
      <Form key={here} className={styles.form} preventScrollReset>
        {Object.entries(listParams({ ...without, after: undefined, seen: 0 })).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {children}
        <div className={styles.ends}>
          <Button type="submit" size="small">
            Show
          </Button>
          {isUsed && (
            <ButtonLink to={{ search: listSearch(without, {}) }} kind="text" size="small" preventScrollReset>
              {all}
            </ButtonLink>
          )}
        </div>
      </Form>
    </Drop>
  );
}

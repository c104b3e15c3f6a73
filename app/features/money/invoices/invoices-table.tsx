import { useShopToday } from "#app/client/shop-time.ts";
import { formatTotal } from "#app/contract/money.ts";
import type { Invoice } from "#app/features/money/invoices.contract.ts";
import type { List } from "#app/lists/list.ts";
import { PickAll } from "#app/lists/pick-all.tsx";
import type { Picking } from "#app/lists/picking.ts";
import { joinClasses } from "#app/ui/join-classes.ts";
import { ShortShopDay } from "#app/ui/moment.tsx";
import { type Column, Table } from "#app/ui/table.tsx";
import { Pick, RowLink } from "#app/ui/table-parts.tsx";
import textStyles from "#app/ui/text.module.css";
import { InvoiceBadge } from "./invoice-badge.tsx";
import { focusActions } from "./invoices-bulk.tsx";
import { columnSorts, defaultSort } from "./invoices-list.ts";
import styles from "./invoices-table.module.css";
import { describeAge, describeTimes } from "./words.rules.ts";

type InvoicesTableProps = {
  list: List<Invoice>;
  onSort: (sort: string) => void;
  /** For who may remind. */
  picking: Picking<Invoice> | undefined;
};

/** A page of invoices; each row leads to the invoice's page. */
export function InvoicesTable({ list, onSort, ...rest }: InvoicesTableProps) {
  const today = useShopToday();
  // Where no row can be picked, there is no room for boxes.
  const picking = rest.picking && list.rows.some(rest.picking.canPick) ? rest.picking : undefined;
  const isOwed = ({ open }: Invoice) => Number(open) > 0;
  const columns: Column<Invoice>[] = [
    {
      head: "Number",
      sorts: columnSorts.number,
      className: joinClasses(textStyles.num, styles.number),
      beforeHead: picking && (
        <PickAll
          id="all-invoices"
          picking={picking}
          rows={list.rows.filter(picking.canPick)}
          isBare
          onAction={focusActions}
        />
      ),
      cell: (row) => {
        const link = <RowLink to={`/dashboard/invoices/${row.number}`}>{row.number}</RowLink>;
        if (!picking) return link;
        if (!picking.canPick(row)) return <span className={styles.noPick}>{link}</span>;
        return (
          <span className={styles.pick}>
            <Pick
              label={`Select invoice ${row.number}`}
              picked={picking.has(row)}
              onPick={(isStretch) => picking.toggle(row, isStretch)}
            />
            {link}
          </span>
        );
      },
    },
    {
      head: "Company",
      sorts: columnSorts.buyer,
      className: styles.buyer,
      cell: ({ company, name, email }) => (
        <span className={styles.two}>
          <b>{company ?? name}</b>
          <span title={company ? `${name} · ${email}` : email} className={styles.second}>
            {company ? `${name} · ${email}` : email}
          </span>
        </span>
      ),
    },
    { ...dayOf("Invoice date"), cell: ({ issuedOn }) => <ShortShopDay on={issuedOn} /> },
    { ...dayOf("Due"), sorts: columnSorts.due, cell: ({ dueOn }) => <ShortShopDay on={dueOn} /> },
    {
      ...dayOf("Age"),
      cell: (row) =>
        isOwed(row) ? (
          <span className={row.dueOn < today ? styles.late : textStyles.soft}>{describeAge(row.dueOn, today)}</span>
        ) : (
          <None />
        ),
    },
    {
      head: "Open",
      sorts: columnSorts.open,
      align: "right",
      className: joinClasses(textStyles.num, styles.open),
      cell: ({ open, total }) => (
        <span className={styles.two}>
          {Number(open) === 0 ? <None /> : <b>{formatSigned(open)}</b>}
          {open !== total && <span className={styles.second}>of {formatTotal(total)}</span>}
        </span>
      ),
    },
    { head: "State", className: styles.state, cell: (row) => <InvoiceBadge invoice={row} today={today} /> },
    {
      head: "Reminders",
      className: joinClasses(textStyles.num, styles.reminders),
      cell: ({ reminders, remindedOn }) =>
        remindedOn ? (
          <>
            {describeTimes(reminders)}
            {reminders === 1 ? ", " : ", last "}
            <ShortShopDay on={remindedOn} />
          </>
        ) : (
          <None />
        ),
    },
  ];
  return (
    <Table
      label="Invoices"
      columns={columns}
      rows={list.rows}
      seen={list.asked.seen}
      sort={list.asked.sort ?? defaultSort}
      onSort={onSort}
      {...(picking && { picking, onAction: focusActions })}
      dense
      grid
      className={styles.table}
    />
  );
}

function None() {
  return <span className={textStyles.soft}>–</span>;
}

/** A sum that may be negative: `−$5.00`. */
export function formatSigned(sum: string): string {
  return sum.startsWith("-") ? `−${formatTotal(sum.slice(1))}` : formatTotal(sum);
}

const dayOf = (head: string) => ({ head, className: joinClasses(textStyles.num, styles.day) });

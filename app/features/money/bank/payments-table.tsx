import { Fragment } from "react";
import type { Payment } from "#app/features/money/bank.contract.ts";
import type { PaymentKind } from "#app/features/money/facts.ts";
import type { List } from "#app/lists/list.ts";
import { Badge } from "#app/ui/badge.tsx";
import { joinClasses } from "#app/ui/join-classes.ts";
import { ShortMoment, ShortShopDay } from "#app/ui/moment.tsx";
import { type Column, Table } from "#app/ui/table.tsx";
import { InnerLink, SecondLine } from "#app/ui/table-parts.tsx";
import textStyles from "#app/ui/text.module.css";
import { writeSigned } from "./bank-words.ts";
import styles from "./payments-table.module.css";

const words: Record<PaymentKind, string> = {
  payment: "Payment",
  refund: "Refund",
  "write-off": "Written off",
  allocation: "Credit used",
  transfer: "Moved",
  reversal: "Reversal",
};

const columns: Column<Payment>[] = [
  { head: "Day", className: joinClasses(textStyles.num, styles.day), cell: ({ day }) => <ShortShopDay on={day} /> },
  {
    head: "Amount",
    align: "right",
    className: joinClasses(textStyles.num, styles.amount),
    cell: ({ amount, isReversed }) => (isReversed ? <s>{writeSigned(amount)}</s> : <b>{writeSigned(amount)}</b>),
  },
  {
    head: "Of",
    className: styles.of,
    cell: ({ company, invoices }) => (
      <>
        <b>{company}</b>
        <SecondLine>
          {invoices.length === 0 && "Credit"}
          {invoices.map((number, at) => (
            <Fragment key={number}>
              {at > 0 && ", "}
              <InnerLink to={`/dashboard/invoices/${number}`}>{number}</InnerLink>
            </Fragment>
          ))}
        </SecondLine>
      </>
    ),
  },
  {
    head: "Reference",
    className: styles.reference,
    cell: ({ reference, reason, by, at }) => (
      <>
        {reason ?? reference ?? "–"}
        <SecondLine>
          {by ?? "The shop"}, <ShortMoment at={at} />
        </SecondLine>
      </>
    ),
  },
  {
    head: "Kind",
    className: styles.kind,
    cell: ({ kind, isReversed }) => (
      <Badge tone={isReversed ? "wait" : kind === "payment" ? "ok" : undefined}>
        {words[kind]}
        {isReversed && ", reversed"}
      </Badge>
    ),
  },
];

/** What was booked, the latest day first. */
export function PaymentsTable({ list }: { list: List<Payment> }) {
  return (
    <Table
      label="Payments"
      columns={columns}
      rows={list.rows}
      seen={list.asked.seen}
      dense
      grid
      className={styles.table}
    />
  );
}

import { formatTotal, toCents, writeCents } from "#app/contract/money.ts";
import { joinClasses } from "#app/ui/join-classes.ts";
import type { BuyerDelivery } from "./contract.ts";
import styles from "./sheet-send.module.css";

type SheetCreditProps = {
  credit: NonNullable<BuyerDelivery["credit"]>;
  company: string;
  /** What the sheet comes to, in dollars and cents before tax. */
  total: string;
};

/** The credit figures of a company, and what this sheet makes of them. */
export function SheetCredit({ credit: { limit, open, uninvoiced }, company, total }: SheetCreditProps) {
  const used = toCents(open) + toCents(uninvoiced) + toCents(total);
  const left = limit === null ? undefined : toCents(limit) - used;
  return (
    <>
      <dl className={joinClasses(styles.sums, styles.credit)} aria-label={`Credit of ${company}`}>
        <Figure name="To be paid" amount={open} />
        <Figure name="Accepted, not invoiced" amount={uninvoiced} />
        <Figure name="With this order" amount={writeCents(used)} />
        {limit === null && (
          <div>
            <dt>Credit limit</dt>
            <dd>None</dd>
          </div>
        )}
        {limit !== null && <Figure name="Credit limit" amount={limit} />}
        {left !== undefined && left >= 0n && <Figure name="Left of the limit" amount={writeCents(left)} />}
      </dl>
      {left !== undefined && left < 0n && (
        <p className={styles.limit} role="status">
          {formatTotal(writeCents(-left))} above the credit limit of {company}. It can be placed; to accept it, somebody
          who manages money has to give a reason.
        </p>
      )}
    </>
  );
}

function Figure({ name, amount }: { name: string; amount: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{formatTotal(amount)}</dd>
    </div>
  );
}

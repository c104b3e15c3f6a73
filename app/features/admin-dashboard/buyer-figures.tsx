import type { ReactNode } from "react";
import { Link } from "react-router";
import { daysBetween } from "#app/contract/calendar.ts";
import { formatTotal } from "#app/contract/money.ts";
import { namePo } from "#app/contract/po.ts";
import { withNonBreakingUnits } from "#app/contract/units.ts";
import { PaperButton } from "#app/features/money/paper-button.tsx";
import type { Statement } from "#app/features/money/statement.contract.ts";
import type { Order } from "#app/features/orders/contract.ts";
import { describeShipped } from "#app/features/orders/deliveries/pieces.rules.ts";
import { Tracking } from "#app/features/orders/status/order-tracks.tsx";
import { ShopDay, ShortShopDay } from "#app/ui/moment.tsx";
import styles from "./buyer-figures.module.css";

type FiguresProps = { statement: Statement; onTheWay: Order | undefined };

/** For a buyer: what is owed, what is due next, and what arrives next. */
export function BuyerFigures({ statement: { owed, open, openDeposits, today }, onTheWay }: FiguresProps) {
  const [next] = open;
  const asked = openDeposits.length;
  return (
    <dl className={styles.figures}>
      <Figure what="You owe" figure={formatTotal(owed)}>
        {open.length === 0
          ? "Nothing due. "
          : open.length === 1
            ? "1 open invoice. "
            : `${open.length} open invoices. `}
        {asked > 0 && `${asked === 1 ? "A deposit is" : `${asked} deposits are`} asked for before production. `}
        <Link to="/dashboard/statement">Statement</Link>
      </Figure>
      {next && (
        <Figure what={next.dueOn < today ? "Past due" : "Next due"} figure={<ShortShopDay on={next.dueOn} />}>
          <b>{formatTotal(next.amount)}</b> on invoice <PaperButton number={next.number} />,{" "}
          {describeDistance(today, next.dueOn)}
        </Figure>
      )}
      {onTheWay && (
        <Figure
          what="On the way"
          figure={
            <Link to={`/dashboard/orders/${onTheWay.number}`}>
              {onTheWay.poNumber ? namePo(onTheWay.poNumber) : `No. ${onTheWay.number}`}
            </Link>
          }
        >
          {describeShipped(onTheWay)} {withNonBreakingUnits(onTheWay.productName)}
          {onTheWay.promisedOn && (
            <>
              , by <ShopDay on={onTheWay.promisedOn} />
            </>
          )}{" "}
          <Tracking order={onTheWay} />
        </Figure>
      )}
    </dl>
  );
}

function Figure({ what, figure, children }: { what: string; figure: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{what}</dt>
      <dd className={styles.figure}>{figure}</dd>
      <dd>{children}</dd>
    </div>
  );
}

function describeDistance(today: string, dueOn: string): string {
  const days = daysBetween(today, dueOn);
  if (days === 0) return "today";
  const count = Math.abs(days) === 1 ? "1\u00a0day" : `${Math.abs(days)}\u00a0days`;
  return days > 0 ? `in\u00a0${count}` : `${count} ago`;
}

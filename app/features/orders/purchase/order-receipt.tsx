import { useEffect, useId, useRef } from "react";
import { Link } from "react-router";
import { ConfirmAddress } from "#app/client/confirm-address.tsx";
import { useSession } from "#app/client/session.ts";
import { describePieces, formatTotal } from "#app/contract/money.ts";
import { withNonBreakingUnits } from "#app/contract/units.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Fact, Facts } from "#app/ui/facts.tsx";
import { IconCheck } from "#app/ui/icons.tsx";
import { joinClasses } from "#app/ui/join-classes.ts";
import layoutStyles from "#app/ui/layout.module.css";
import styles from "./order-receipt.module.css";
import type { Receipt } from "./receipt.ts";

/**
 * What the page still shows of a placed order after the toast is gone. A new one takes the focus: the button that had it
 * is disabled. Another order is another receipt, by its key.
 */
export function OrderReceipt({ order, isNew }: Receipt) {
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  const session = useSession();
  useEffect(() => {
    if (isNew) heading.current?.focus();
  }, [isNew]);
  return (
    <section className={joinClasses(layoutStyles.sheet, styles.receipt)} aria-labelledby={id}>
      <h2 id={id} ref={heading} tabIndex={-1}>
        <IconCheck />
        Order No.&nbsp;{order.number} is placed
      </h2>
      <p>
        Your Order will be reviewed by an admin. For update visit <Link to="/dashboard/myorders">My Orders</Link> page.
      </p>
      {session.status === "in" && !session.user.emailVerified && <ConfirmAddress email={session.user.email} />}
      <Facts>
        <Fact what="Item">{withNonBreakingUnits(order.productName)}</Fact>
        <Fact what="Quantity">{describePieces(order.orderQuantity)}</Fact>
        <Fact what="Total">{formatTotal(order.total)}</Fact>
        <Fact what="Address">
          <span dir="auto" className={styles.address}>
            {order.address}
          </span>
        </Fact>
      </Facts>
      <p className={styles.ways}>
        <ButtonLink to={`/dashboard/orders/${order.number}`} kind="line" size="small">
          Open the order
        </ButtonLink>
        <ButtonLink to="/trims" kind="line" size="small">
          More trims
        </ButtonLink>
      </p>
    </section>
  );
}

import { useState } from "react";
import { useMay } from "#app/client/session.ts";
import { formatTotal } from "#app/contract/money.ts";
import type { Deposit } from "#app/features/orders/contract.ts";
import { Button } from "#app/ui/button.tsx";
import { Fact, Facts } from "#app/ui/facts.tsx";
import { SheetPart } from "#app/ui/sheet-part.tsx";
import textStyles from "#app/ui/text.module.css";
import { DepositDialog } from "./deposit-dialog.tsx";
import styles from "./deposit-part.module.css";

type DepositPartProps = { deposit: Deposit | null; isStaff: boolean };

/** What is to be paid of an order or sheet before it is made, and what has come in; whoever manages money books it here. */
export function DepositPart({ deposit, isStaff }: DepositPartProps) {
  const may = useMay();
  const [isBooking, setBooking] = useState(false);
  if (!deposit) return null;
  const { name, percent, due, received, open, isInvoiced } = deposit;
  const isMissing = Number(open) > 0;
  return (
    <SheetPart plain title="Deposit">
      <div className={styles.facts}>
        <Facts>
          <Fact what="For">{name.startsWith("S-") ? `Sheet ${name}` : `Order ${name}`}</Fact>
          <Fact what={percent === null ? "Before production" : `${percent} % before production`}>
            {formatTotal(due)}
          </Fact>
          <Fact what="Received">{formatTotal(received)}</Fact>
          {isMissing && <Fact what="Missing">{formatTotal(open)}</Fact>}
        </Facts>
      </div>
      {isMissing && isInvoiced && <p className={textStyles.small}>It is paid on the invoice.</p>}
      {isStaff && isMissing && !isInvoiced && may("manage-money") && (
        <div data-unprinted>
          <Button kind="line" size="small" onClick={() => setBooking(true)}>
            Book the deposit…
          </Button>
        </div>
      )}
      {isBooking && <DepositDialog deposit={deposit} onClose={() => setBooking(false)} />}
    </SheetPart>
  );
}

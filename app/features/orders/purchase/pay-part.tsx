import { type ReactNode, useState } from "react";
import { callApi } from "#app/client/session.ts";
import { useFollowed } from "#app/features/orders/live/follow.ts";
import { isInvoiced, isPayable } from "#app/features/orders/status/tracks.rules.ts";
import { Button } from "#app/ui/button.tsx";
import { SheetPart } from "#app/ui/sheet-part.tsx";
import textStyles from "#app/ui/text.module.css";
import { HowToPay, type Payable, type PaymentInstructions } from "./how-to-pay.tsx";
import { type Paid, PayQuestion } from "./pay-question.tsx";

type PayPartProps = Payable & {
  loaded: PaymentInstructions | undefined;
  /** The order, or those of the sheet. */
  orders: readonly Paid[];
  /** Whether the reader may pay. */
  mayPay: boolean;
  /** Where the payment stands. */
  children?: ReactNode;
};

/** For buyers: where the payment stands, how to pay the deposit or what is invoiced of an order or sheet, and the one *Pay* of the page. */
export function PayPart({ of, id, loaded, orders, mayPay, children }: PayPartProps) {
  const [paying, setPaying] = useState<Paid>();
  const toPay = useFollowed(loaded, async () => {
    return (await callApi(`GET /${of}/{id}/paymentInstructions`, { params: { id } })).data;
  });
  const invoiced = orders.find((order) => isPayable(order) && isInvoiced(order));
  const order = invoiced ?? orders.find(isPayable);
  const isDueAny = toPay !== undefined && (toPay.invoices.length > 0 || toPay.deposit !== null);
  if (!order && !isDueAny && !children) return null;
  return (
    <SheetPart title="Payment">
      {children}
      {isDueAny && <HowToPay of={of} id={id} toPay={toPay} />}
      {order && !isDueAny && <p className={textStyles.small}>The invoice comes first. We will e-mail it to you.</p>}
      {order && mayPay && (
        <Button kind={invoiced || toPay?.deposit ? undefined : "line"} wide onClick={() => setPaying(order)}>
          Pay
        </Button>
      )}
      <PayQuestion order={paying} onClose={() => setPaying(undefined)} />
    </SheetPart>
  );
}

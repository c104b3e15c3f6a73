import { callApi } from "#app/client/session.ts";
import { useFollowed } from "#app/features/orders/live/follow.ts";
import { SheetPart } from "#app/ui/sheet-part.tsx";
import { HowToPay, type Payable, type PaymentInstructions } from "./how-to-pay.tsx";

/** For buyers: how to pay what is invoiced of an order or sheet; nothing while nothing is. */
export function PayPart({ of, id, loaded }: Payable & { loaded: PaymentInstructions | undefined }) {
  const toPay = useFollowed(loaded, async () => {
    return (await callApi(`GET /${of}/{id}/paymentInstructions`, { params: { id } })).data;
  });
  if (!toPay || toPay.invoices.length === 0) return null;
  return (
    <SheetPart title="How to pay">
      <HowToPay of={of} id={id} toPay={toPay} />
    </SheetPart>
  );
}

import { useNavigate } from "react-router";
import type { Order } from "#app/features/orders/contract.ts";
import { isInvoiced } from "#app/features/orders/status/tracks.rules.ts";
import { ConfirmDialog } from "#app/ui/dialog.tsx";

type PayQuestionProps = {
  /** What is to be paid; the question is open while there is one. */
  order: Pick<Order, "payment"> | undefined;
  onClose: () => void;
};

/** Asks before it leads to the payment page, and says where the invoice is. */
export function PayQuestion({ order, onClose }: PayQuestionProps) {
  const navigate = useNavigate();
  return (
    <ConfirmDialog
      title="Do you want to pay now ?"
      open={order !== undefined}
      onClose={onClose}
      no="No. Not now"
      yes="Yes. Proceed"
      onYes={() => void navigate("/dashboard/payment")}
    >
      <p>{order && (isInvoiced(order) ? INVOICED : NOT_INVOICED)}</p>
    </ConfirmDialog>
  );
}

const NOT_INVOICED = "The invoice comes first. We will e-mail it to you, and it says how to pay.";
const INVOICED = "Your invoice says how to pay. It is in your e-mail and on the page of the order.";

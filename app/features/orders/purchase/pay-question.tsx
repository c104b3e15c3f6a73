import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { callApi } from "#app/client/session.ts";
import { namePo } from "#app/contract/po.ts";
import type { Order } from "#app/features/orders/contract.ts";
import { isInvoiced } from "#app/features/orders/status/tracks.rules.ts";
import { ConfirmDialog } from "#app/ui/dialog.tsx";
import textStyles from "#app/ui/text.module.css";
import { HowToPay, type PaymentInstructions } from "./how-to-pay.tsx";

export type Paid = Pick<Order, "_id" | "number" | "review" | "shipping" | "payment" | "sheetNumber" | "poNumber">;

type PayQuestionProps = {
  /** What is to be paid; the question is open while there is one. */
  order: Paid | undefined;
  onClose: () => void;
};

/** Asks before it leads to the payment page, and says how to pay by transfer. */
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
      {order && <ToPay key={order._id} order={order} />}
    </ConfirmDialog>
  );
}

const NOT_INVOICED = "The invoice comes first. We will e-mail it to you, and it says how to pay.";
const INVOICED = "Your invoice says how to pay. It is in your e-mail and on the page of the order.";

function ToPay({ order }: { order: Paid }) {
  const [toPay, setToPay] = useState<PaymentInstructions | "failed">();
  const { _id: id, number, sheetNumber, poNumber } = order;
  useEffect(() => {
    let isShown = true;
    callApi("GET /orders/{id}/paymentInstructions", { params: { id } }).then(
      ({ data }) => isShown && setToPay(data),
      () => isShown && setToPay("failed"),
    );
    return () => {
      isShown = false;
    };
  }, [id]);
  if (!toPay && isInvoiced(order)) return <p role="status">How to pay is loading.</p>;
  const isKnown = toPay && toPay !== "failed" && (toPay.invoices.length > 0 || toPay.deposit);
  if (!isKnown) return <p>{isInvoiced(order) ? INVOICED : NOT_INVOICED}</p>;
  return (
    <>
      <p className={textStyles.soft}>
        {sheetNumber ? `Sheet S-${sheetNumber}` : `Order No. ${number}`}
        {poNumber && `, ${namePo(poNumber)}`}
      </p>
      <HowToPay of="orders" id={id} toPay={toPay} />
    </>
  );
}

import { useRevalidator } from "react-router";
import { ApiProblem } from "#app/client/api.ts";
import type { InvoicePage } from "#app/features/money/invoices.contract.ts";
import { useFormKey } from "#app/forms/idempotency-key.ts";
import { toast } from "#app/ui/toast.ts";

/** A dialog that books something on an invoice. `onDone` shows what is true then. */
export type InvoiceDialogProps = { invoice: InvoicePage; onClose: () => void; onDone: () => Promise<void> };

/**
 * Sends what a dialog books, under a key that a retry keeps; then shows the invoice as it is and closes. If somebody was
 * faster, the dialog stays over the page as it is then, and says why.
 */
export function useBooking<Body extends object>(
  { onClose, onDone }: Pick<InvoiceDialogProps, "onClose" | "onDone">,
  call: (sent: { body: Body; headers: { "idempotency-key": string } }) => Promise<unknown>,
): (body: Body, said: string) => Promise<void> {
  const keys = useFormKey();
  const { revalidate } = useRevalidator();
  return async (body, said) => {
    try {
      await call({ body, headers: { "idempotency-key": keys.of(body) } });
    } catch (error) {
      if (error instanceof ApiProblem && error.status === 409) await revalidate();
      throw error;
    }
    await onDone();
    toast.success(said);
    onClose();
  };
}

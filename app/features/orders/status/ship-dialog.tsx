import { zodResolver } from "@hookform/resolvers/zod";
import type { ComponentProps } from "react";
import { useForm, useWatch } from "react-hook-form";
import { z } from "zod";
import { useMay } from "#app/client/session.ts";
import { oneLine } from "#app/contract/one-line.ts";
import { cleanLine } from "#app/contract/text.ts";
import type { Order } from "#app/features/orders/contract.ts";
import { trackingLink } from "#app/features/orders/facts.ts";
import { FormDialog, showProblems } from "#app/forms/form-dialog.tsx";
import { Fault } from "#app/ui/fault.tsx";
import { Check, Field, TextArea } from "#app/ui/field.tsx";
import formStyles from "#app/ui/form.module.css";
import { FormError } from "#app/ui/form-error.tsx";
import textStyles from "#app/ui/text.module.css";
import { describeUninvoiced } from "./invoicing.rules.ts";
import { noteWords } from "./move-dialogs.tsx";
import { ParcelTo } from "./parcel-to.tsx";
import type { Destination } from "./parcels.rules.ts";
import { PiecesFields, usePieces } from "./pieces-fields.tsx";
import { listShipments, type Shipment } from "./shipping.rules.ts";

const LINK_WANTED = "Please write a link that begins with https://, of at most 500 characters";

const shipping = z.object({
  carrier: oneLine(100),
  trackingNumber: oneLine(100),
  trackingUrl: z
    .string()
    .overwrite(cleanLine)
    .refine((link) => link === "" || trackingLink.safeParse(link).success, LINK_WANTED),
  note: noteWords,
  invoices: z.boolean(),
});

type ShipDialogProps = {
  /** What ships: "order No. 46", "10 orders". */
  subject: string;
  /** The orders, and where all of them go. */
  orders: readonly Order[];
  to: Destination;
  onClose: () => void;
  /** Sends the deliveries, while the dialog stays; it stays too if that fails, and says why. */
  onSend: (shipments: Shipment[]) => Promise<void>;
};

/** Says who it ships to, and asks how to track the parcel and what is in it. */
export function ShipDialog({ subject, onClose, onSend, orders, to }: ShipDialogProps) {
  const defaultValues = { carrier: "", trackingNumber: "", trackingUrl: "", note: "", invoices: false };
  const form = useForm({ resolver: zodResolver(shipping), defaultValues });
  const { errors, isSubmitting } = form.formState;
  const invoices = useWatch({ control: form.control, name: "invoices" });
  const pieces = usePieces(orders);
  const send = form.handleSubmit(async ({ note, invoices, ...tracking }) => {
    if (pieces.problem) return;
    const about = { ...filled(tracking), ...(note && { note }), ...(invoices && { invoice: true as const }) };
    const shipments = listShipments([{ orders, about }], pieces.typed);
    await showProblems(onSend(shipments), ["carrier", "trackingNumber", "trackingUrl", "note"], form.setError);
  });
  return (
    <FormDialog
      title={`Ship ${subject}`}
      no="Back"
      yes={invoices ? "Ship and invoice" : "Ship"}
      busy={isSubmitting}
      guarded
      onClose={onClose}
      onSubmit={send}
    >
      <ParcelTo to={to} />
      <Uninvoiced orders={orders} {...form.register("invoices")} />
      <div className={formStyles.two}>
        <Field
          label="Carrier (optional)"
          autoComplete="off"
          error={errors.carrier?.message}
          {...form.register("carrier")}
        />
        <Field
          label="Tracking number (optional)"
          autoComplete="off"
          error={errors.trackingNumber?.message}
          {...form.register("trackingNumber")}
        />
      </div>
      <Field
        label="Tracking link (optional)"
        type="url"
        placeholder="https://"
        autoComplete="off"
        error={errors.trackingUrl?.message}
        {...form.register("trackingUrl")}
      />
      <PiecesFields orders={orders} pieces={pieces} />
      <TextArea label="Note for the buyer (optional)" error={errors.note?.message} {...form.register("note")} />
      <p className={textStyles.hint}>
        A buyer with a confirmed address gets one mail, with the tracking link if there is one.
      </p>
      <FormError>{pieces.problem}</FormError>
    </FormDialog>
  );
}

type UninvoicedProps = Omit<ComponentProps<typeof Check>, "label"> & { orders: readonly Pick<Order, "payment">[] };

/** Says how many of these orders would ship without an invoice, and offers to invoice them in the same act. */
export function Uninvoiced({ orders, ...invoices }: UninvoicedProps) {
  const mayInvoice = useMay()("issue-invoices");
  const said = describeUninvoiced(orders);
  if (!said) return null;
  return (
    <>
      <Fault>{said}</Fault>
      {mayInvoice && (
        <Check label="Invoice, too" hint="To be paid as agreed with the company, else in 30 days." {...invoices} />
      )}
    </>
  );
}

/** Only the fields that were filled in. */
function filled({
  carrier,
  trackingNumber,
  trackingUrl,
}: Pick<z.infer<typeof shipping>, "carrier" | "trackingNumber" | "trackingUrl">) {
  return {
    ...(carrier && { carrier }),
    ...(trackingNumber && { trackingNumber }),
    ...(trackingUrl && { trackingUrl }),
  };
}

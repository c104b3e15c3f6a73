import { zodResolver } from "@hookform/resolvers/zod";
import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { z } from "zod";
import { oneLine } from "#app/contract/one-line.ts";
import { cleanLine } from "#app/contract/text.ts";
import { listAddress } from "#app/features/orders/address.rules.ts";
import { FormDialog, showProblems } from "#app/forms/form-dialog.tsx";
import control from "#app/ui/control.module.css";
import { Fault } from "#app/ui/fault.tsx";
import { TextArea } from "#app/ui/field.tsx";
import { FormError } from "#app/ui/form-error.tsx";
import { joinClasses } from "#app/ui/join-classes.ts";
import textStyles from "#app/ui/text.module.css";
import { noteWords } from "./move-dialogs.tsx";
import {
  countUntracked,
  findCarrier,
  findTrackingFault,
  type Parcel,
  type ParcelColumn,
  pasteCells,
  readTracking,
} from "./parcels.rules.ts";
import { PiecesFields, usePieces } from "./pieces-fields.tsx";
import { Uninvoiced } from "./ship-dialog.tsx";
import styles from "./ship-parcels-dialog.module.css";
import { listShipments, type Shipment } from "./shipping.rules.ts";

const shipping = z.object({
  lines: z.array(
    z.object({
      carrier: oneLine(100),
      tracking: z
        .string()
        .overwrite(cleanLine)
        .check(({ value, issues }) => {
          const message = findTrackingFault(value);
          if (message) issues.push({ code: "custom", message, input: value });
        }),
    }),
  ),
  note: noteWords,
  invoices: z.boolean(),
});

type ShipParcelsDialogProps = {
  /** What ships: "10 orders". */
  subject: string;
  parcels: readonly Parcel[];
  onClose: () => void;
  /** Sends each delivery by itself, while the dialog stays. */
  onSend: (shipments: Shipment[]) => Promise<void>;
};

/**
 * Asks how to track each parcel: a line for each address, filled by typing, scanning, or pasting from a spreadsheet.
 */
export function ShipParcelsDialog({ subject, parcels, onClose, onSend }: ShipParcelsDialogProps) {
  const defaultValues = { lines: parcels.map(() => ({ carrier: "", tracking: "" })), note: "", invoices: false };
  const form = useForm({ resolver: zodResolver(shipping), defaultValues });
  const { errors, isSubmitting } = form.formState;
  const lines = useWatch({ control: form.control, name: "lines" });
  const [said, setSaid] = useState("");

  const untracked = countUntracked(lines);
  const isBare = untracked === parcels.length;
  // A whole batch without tracking is asked about: sending it again is the answer.
  const [isAsked, setAsked] = useState(false);
  const question =
    isAsked && isBare ? `None of the ${parcels.length} parcels has a tracking number. Ship them without?` : undefined;

  const asking = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Below the lines, which may fill the screen.
    if (isAsked) asking.current?.scrollIntoView({ block: "nearest" });
  }, [isAsked]);

  const invoices = useWatch({ control: form.control, name: "invoices" });
  const pieces = usePieces(parcels.flatMap(({ orders }) => orders));
  const send = form.handleSubmit(async ({ note, invoices, lines }) => {
    if (pieces.problem) return;
    if (isBare && !isAsked) return setAsked(true);
    const all = parcels.map(({ orders }, at) => {
      const about = { ...readTracking(lines, at), ...(note && { note }), ...(invoices && { invoice: true as const }) };
      return { orders, about };
    });
    await showProblems(onSend(listShipments(all, pieces.typed)), ["note"], form.setError);
  });

  function paste(event: ClipboardEvent, at: number, column: ParcelColumn) {
    const filled = pasteCells(form.getValues("lines"), at, column, event.clipboardData.getData("text"));
    if (!filled) return;
    event.preventDefault();
    form.setValue("lines", filled.lines, { shouldDirty: true, shouldValidate: true });
    form.setFocus(`lines.${filled.last}.${column}`);
    const more = filled.left > 0 ? ` ${filled.left} more had no line to go to.` : "";
    setSaid(`Pasted into ${filled.last - at + 1} of ${parcels.length} lines.${more}`);
  }

  /**
   * Enter goes down, as in a spreadsheet, and because scanners end each code with it; only in the last line does it
   * send.
   */
  function goDown(event: KeyboardEvent, at: number, column: ParcelColumn) {
    if (event.key !== "Enter" || at === parcels.length - 1) return;
    event.preventDefault();
    form.setFocus(`lines.${at + 1}.${column}`);
  }

  const field = (at: number, column: ParcelColumn, label: string, placeholder: string) => {
    const fault = errors.lines?.[at]?.[column]?.message;
    const id = `parcel-${at}-${column}`;
    return (
      <div>
        <input
          className={control.control}
          aria-label={label}
          aria-invalid={fault ? true : undefined}
          aria-describedby={fault && id}
          autoComplete="off"
          placeholder={placeholder}
          onPaste={(event) => paste(event, at, column)}
          onKeyDown={(event) => goDown(event, at, column)}
          {...form.register(`lines.${at}.${column}`)}
        />
        {fault && <Fault id={id}>{fault}</Fault>}
      </div>
    );
  };

  return (
    <FormDialog
      title={`Ship ${subject}`}
      no="Back"
      yes={nameShipping(untracked, Boolean(question), invoices)}
      busy={isSubmitting}
      guarded
      onClose={onClose}
      onSubmit={send}
    >
      <p>
        To {parcels.length} addresses. A line without a carrier has that of the line above; a column pasted from a
        spreadsheet fills the lines below.
      </p>
      <Uninvoiced orders={parcels.flatMap(({ orders }) => orders)} {...form.register("invoices")} />
      <ol className={styles.lines}>
        {parcels.map((parcel, at) => {
          const { name, email, address, orders } = parcel;
          const [first, ...others] = listAddress({ ...parcel, country: null });
          const to = `${name}, ${address.replaceAll(/\s*\n\s*/g, ", ")}`;
          return (
            <li key={`${email} ${address}`}>
              <p className={styles.to}>
                <b>{first}</b>, {orders.length === 1 ? `No. ${orders[0]?.number}` : `${orders.length} orders`}
                <span dir="auto" className={joinClasses(textStyles.soft, styles.address)}>
                  {others.join("\n")}
                </span>
              </p>
              {field(at, "carrier", `Carrier for ${to}`, (at > 0 && findCarrier(lines, at - 1)) || "Carrier")}
              {field(at, "tracking", `Tracking number or link for ${to}`, "Tracking number or link")}
              <div className={styles.contents}>
                <PiecesFields orders={orders} pieces={pieces} isFolded />
              </div>
            </li>
          );
        })}
      </ol>
      <p className="sr" role="status">
        {said}
      </p>
      <TextArea label="Note for each buyer (optional)" error={errors.note?.message} {...form.register("note")} />
      <p className={textStyles.hint}>Each buyer with a confirmed address gets one mail for each parcel.</p>
      <div ref={asking}>
        <FormError>{pieces.problem ?? question}</FormError>
      </div>
    </FormDialog>
  );
}

/** What the button says that ships. */
function nameShipping(untracked: number, isAnswer: boolean, invoices: boolean): string {
  const ship = invoices ? "ship and invoice" : "ship";
  if (isAnswer) return `Yes, ${ship} without tracking`;
  return `${ship.replace("s", "S")}${untracked > 0 ? `, ${untracked} without tracking` : ""}`;
}

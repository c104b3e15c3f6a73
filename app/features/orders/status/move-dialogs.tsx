import { zodResolver } from "@hookform/resolvers/zod";
import { Fragment, useEffect, useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { z } from "zod";
import { callApi } from "#app/client/session.ts";
import { shopToday } from "#app/client/shop-time.ts";
import { manyLines } from "#app/contract/one-line.ts";
import { shorten } from "#app/contract/text.ts";
import type { MoveInput } from "#app/features/orders/changes.contract.ts";
import type { Order } from "#app/features/orders/contract.ts";
import { NOTE_MAX } from "#app/features/orders/facts.ts";
import { FormDialog, showProblems } from "#app/forms/form-dialog.tsx";
import { Field, Select, TextArea } from "#app/ui/field.tsx";
import { FormError } from "#app/ui/form-error.tsx";
import { askAboutDue, describeAlongside, proposeDue } from "./invoicing.rules.ts";

/** The details of a move besides its states. */
export type MoveDetails = Omit<MoveInput, "track" | "from" | "to">;

/** Orders that move together, and the details of the move. */
export type Share = { orders: Order[]; details: MoveDetails };

type MoveDialogProps = {
  /** What moves: "order No. 46", "10 orders". */
  subject: string;
  /** Whether the orders are those of several buyers. */
  several?: boolean;
  onClose: () => void;
  /** Sends the move, while the dialog stays; it stays too if that fails, and says why. */
  onSend: (details: MoveDetails) => Promise<void>;
};

/** A note in a form. */
export const noteWords = manyLines(NOTE_MAX);

const declining = z
  .object({ reasons: z.array(z.object({ note: noteWords })) })
  .refine(({ reasons }) => reasons[0]?.note !== "", {
    path: ["reasons", 0, "note"],
    message: "Please tell the buyer the reason",
  });

type DeclineDialogProps = Omit<MoveDialogProps, "several" | "onSend"> & {
  buyers: readonly { name: string; email: string; orders: Order[] }[];
  pieces: string;
  /** Sends each share by itself, while the dialog stays. */
  onSend: (shares: Share[]) => Promise<void>;
};

/** Asks for a reason for each buyer; one that is left empty is that of the buyer above. */
export function DeclineDialog({ subject, buyers, pieces, onClose, onSend }: DeclineDialogProps) {
  const defaultValues = { reasons: buyers.map(() => ({ note: "" })) };
  const form = useForm({ resolver: zodResolver(declining), defaultValues });
  const { errors, isSubmitting } = form.formState;
  const reasons = useWatch({ control: form.control, name: "reasons" });
  const lately = useLateReasons();
  const send = form.handleSubmit((typed) => {
    const shares = buyers.map(({ orders }, at): Share => {
      const note = typed.reasons.slice(0, at + 1).findLast((reason) => reason.note !== "")?.note;
      return { orders, details: { ...(note && { note }), noteFor: "buyer" } };
    });
    return showProblems(onSend(shares), ["reasons.0.note"], form.setError);
  });
  const several = buyers.length > 1;
  return (
    <FormDialog
      title={`Decline ${subject}`}
      no="Keep in review"
      yes="Decline"
      danger
      busy={isSubmitting}
      guarded
      onClose={onClose}
      onSubmit={send}
    >
      <p>
        {pieces} go back into stock. {who(several)} reads the reason on the order’s page, and in a mail if the address
        is confirmed.
        {several && " A reason that is left empty is the one above it."}
      </p>
      {buyers.map(({ name, email, orders }, at) => {
        const whose = `${name}, ${orders.length === 1 ? `No. ${orders[0]?.number}` : `${orders.length} orders`}`;
        return (
          <Fragment key={email}>
            <TextArea
              label={several ? `Reason for ${whose}` : "Reason, in words for the buyer"}
              required={at === 0}
              error={errors.reasons?.[at]?.note?.message}
              {...form.register(`reasons.${at}.note`)}
            />
            <LateReasons
              label={several ? `Used lately, for ${whose}` : "Used lately"}
              reasons={lately}
              chosen={reasons[at]?.note ?? ""}
              onChoose={(note) => form.setValue(`reasons.${at}.note`, note, { shouldValidate: true })}
            />
          </Fragment>
        );
      })}
    </FormDialog>
  );
}

/** The reasons that orders were declined for lately; undefined while they load, none if they cannot be had. */
function useLateReasons(): string[] | undefined {
  const [reasons, setReasons] = useState<string[]>();
  useEffect(() => {
    callApi("GET /declineReasons").then(
      ({ data }) => setReasons(data),
      () => setReasons([]),
    );
  }, []);
  return reasons;
}

type LateReasonsProps = {
  label: string;
  reasons: string[] | undefined;
  /** What the field says now. */
  chosen: string;
  onChoose: (reason: string) => void;
};

/** Fills the field above with a reason that was used before. It has its place before they are there. */
function LateReasons({ label, reasons, chosen, onChoose }: LateReasonsProps) {
  return (
    <Select
      label={label}
      disabled={!reasons?.length}
      value={reasons?.includes(chosen) ? chosen : ""}
      onChange={({ target }) => onChoose(target.value)}
    >
      <option value="">{reasons?.length === 0 ? "None yet" : "Choose…"}</option>
      {reasons?.map((reason) => (
        <option key={reason} value={reason}>
          {shorten(reason.replaceAll(/\s+/g, " "), 80)}
        </option>
      ))}
    </Select>
  );
}

const dueDay = z.iso.date("Please choose a day").refine((day) => day >= shopToday(), "This day is over");
const invoicing = z.object({ dueOn: dueDay });
/** For companies that have different days to pay. */
const invoicingEach = z.object({ dueOn: z.literal("").or(dueDay) });

type InvoiceDialogProps = MoveDialogProps & {
  orders: readonly Pick<Order, "sheetNumber" | "termsDays">[];
  /** Whether the same click also accepts the order. */
  accepts?: boolean;
};

/** Asks for the last day to pay an invoice, and says which other orders it is for. */
export function InvoiceDialog({ subject, several, onClose, onSend, orders, accepts }: InvoiceDialogProps) {
  const alongside = describeAlongside(orders);
  const proposed = proposeDue(orders, shopToday());
  const isOfEach = proposed === "";
  const form = useForm({
    resolver: zodResolver(isOfEach ? invoicingEach : invoicing),
    defaultValues: { dueOn: proposed },
  });
  const { errors, isSubmitting } = form.formState;
  const dueOn = useWatch({ control: form.control, name: "dueOn" });
  // The late day that was asked about: sending it again is the answer.
  const [asked, setAsked] = useState<string>();
  const question = dueOn && asked === dueOn ? askAboutDue(dueOn, shopToday()) : undefined;
  const yes = accepts ? "Accept and invoice" : "Invoice";
  const send = form.handleSubmit(async ({ dueOn }) => {
    const isLate = dueOn !== "" && askAboutDue(dueOn, shopToday()) !== undefined;
    if (isLate && asked !== dueOn) return setAsked(dueOn);
    const typed = dueOn ? { dueOn } : {};
    const details = { ...(accepts ? { invoice: typed } : typed), ...(isLate && { lateDue: true as const }) };
    await showProblems(onSend(details), ["dueOn"], form.setError);
  });
  return (
    <FormDialog
      title={`${yes} ${subject}`}
      no="Back"
      yes={question ? `Yes, ${yes.toLowerCase()}` : yes}
      busy={isSubmitting}
      guarded
      onClose={onClose}
      onSubmit={send}
    >
      {alongside && <p>{alongside}</p>}
      <p>{who(several)} gets a mail with the day if the address is confirmed. An invoice cannot be taken back.</p>
      <Field
        label={isOfEach ? "To be paid by (optional)" : "To be paid by"}
        hint={isOfEach && "Without a day, each buyer has as many days as agreed."}
        type="date"
        required={!isOfEach}
        min={shopToday()}
        error={errors.dueOn?.message}
        {...form.register("dueOn")}
      />
      <FormError>{question}</FormError>
    </FormDialog>
  );
}

function who(several: boolean | undefined): string {
  return several ? "Each buyer" : "The buyer";
}

/** Says what the refund of a whole order books. */
export function RefundAllDialog({ subject, onClose, onSend }: MoveDialogProps) {
  const form = useForm();
  const send = form.handleSubmit(() => showProblems(onSend({}), [], form.setError));
  return (
    <FormDialog
      title={`Refund ${subject}`}
      no="Back"
      yes="Credit and refund"
      busy={form.formState.isSubmitting}
      onClose={onClose}
      onSubmit={send}
    >
      <p>A credit note over all that was invoiced goes to the buyer, and all that was paid counts as returned.</p>
      <p>The refund can be taken back for an hour, the credit note cannot.</p>
    </FormDialog>
  );
}

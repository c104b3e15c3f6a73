import { useRevalidator } from "react-router";
import { callApi } from "#app/client/session.ts";
import type { OrderStory } from "#app/features/orders/contract.ts";
import { NOTE_MAX } from "#app/features/orders/facts.ts";
import { useFormKey } from "#app/forms/idempotency-key.ts";
import { NoteForm, type NoteReader } from "#app/forms/note-form.tsx";
import styles from "./order-note-form.module.css";

const internal: NoteReader<"internal"> = {
  id: "internal",
  name: "Admins only",
  hint: "Only admins see it. The buyer never does, on any page or in any mail or document.",
  className: styles.internal,
};

/** Writes a note on an order, for staff alone; what the buyer is to read is a message. */
export function OrderNoteForm({ order }: { order: OrderStory }) {
  const { revalidate } = useRevalidator();
  const key = useFormKey();

  async function send(note: string, noteFor: "internal") {
    const body = { noteFor, note };
    const headers = { "idempotency-key": key.of({ id: order._id, ...body }) };
    await callApi("POST /orders/{id}/notes", { params: { id: order._id }, headers, body });
    key.forget();
  }

  return (
    <NoteForm
      name="A note on the order"
      label="Note"
      max={NOTE_MAX}
      readers={[internal]}
      onSend={send}
      onSaved={revalidate}
    />
  );
}

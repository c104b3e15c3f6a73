import { useState } from "react";
import { useRevalidator } from "react-router";
import { callApi } from "#app/client/session.ts";
import type { OrderStory } from "#app/features/orders/contract.ts";
import { readers } from "#app/features/orders/facts.ts";
import { NOTE_MAX } from "#app/features/orders/life/move-dialogs.tsx";
import { useFormKey } from "#app/forms/idempotency-key.ts";
import { NoteForm } from "#app/forms/note-form.tsx";
import styles from "./order-note-form.module.css";

const readerWords = { buyer: "The buyer", house: "Admins only" } as const;
const hints = {
  buyer: "Appears on the buyer’s order page at once. A note alone sends no mail.",
  house: "Only admins see it. The buyer never does, on any page or in any mail or document.",
} as const;

/** Writes a note on an order: who reads it comes before the words. */
export function OrderNoteForm({ order }: { order: OrderStory }) {
  const [noteFor, setNoteFor] = useState<(typeof readers)[number]>("buyer");
  const { revalidate } = useRevalidator();
  const key = useFormKey();
  const isForHouse = noteFor === "house";

  async function send(note: string) {
    const body = { noteFor, note };
    const headers = { "idempotency-key": key.of({ id: order._id, ...body }) };
    await callApi("POST /orders/{id}/notes", { params: { id: order._id }, headers, body });
    key.forget();
  }

  return (
    <NoteForm
      name="A note on the order"
      label="Note"
      hint={hints[noteFor]}
      className={isForHouse ? styles.house : undefined}
      max={NOTE_MAX}
      onSend={send}
      onSaved={revalidate}
    >
      <fieldset className={styles.readers}>
        <legend className={styles.legend}>Who reads the note</legend>
        {readers.map((reader) => (
          <label key={reader} className={styles.reader}>
            <input
              type="radio"
              name="noteFor"
              value={reader}
              checked={reader === noteFor}
              onChange={() => setNoteFor(reader)}
            />
            <span>{readerWords[reader]}</span>
          </label>
        ))}
      </fieldset>
    </NoteForm>
  );
}

import { callApi } from "#app/client/session.ts";
import { useFormKey } from "#app/forms/idempotency-key.ts";
import { NoteForm, type NoteReader } from "#app/forms/note-form.tsx";
import { Panel } from "#app/ui/chart.tsx";
import { Moment } from "#app/ui/moment.tsx";
import textStyles from "#app/ui/text.module.css";
import styles from "./buyer-notes.module.css";
import type { BuyerPage } from "./contract.ts";
import { NOTE_MAX } from "./facts.ts";

const internal: NoteReader<"internal"> = { id: "internal", name: "Admins only", hint: "Only admins see it." };

/** What admins wrote about the buyer, and the form for another note. */
export function BuyerNotes({ buyer, onSaved }: { buyer: BuyerPage; onSaved: () => Promise<void> }) {
  const key = useFormKey();

  async function send(note: string) {
    const headers = { "idempotency-key": key.of({ id: buyer._id, note }) };
    await callApi("POST /buyers/{id}/notes", { params: { id: buyer._id }, headers, body: { note } });
    key.forget();
  }

  return (
    <Panel>
      {buyer.notes.length > 0 && (
        <ul className={styles.notes}>
          {buyer.notes.map(({ _id, at, by, note }) => (
            <li key={_id} className={styles.note}>
              <p className={textStyles.label}>
                {by ?? "A former admin"}, <Moment at={at} dayOnly />
              </p>
              <p className={styles.words}>{note}</p>
            </li>
          ))}
        </ul>
      )}
      <NoteForm
        name="A note on the buyer"
        label="New note"
        max={NOTE_MAX}
        readers={[internal]}
        onSend={send}
        onSaved={onSaved}
      />
    </Panel>
  );
}

import { type FormEvent, useState } from "react";
import { ApiProblem, describeError } from "#app/client/api.ts";
import { callApi } from "#app/client/session.ts";
import { formatPieces, formatTotal, totalPrice } from "#app/contract/money.ts";
import type { OrderStory } from "#app/features/orders/contract.ts";
import { CLAIM_PICTURES, claimKinds, claimRemedies, NOTE_MAX } from "#app/features/orders/facts.ts";
import { remedyLabels } from "#app/features/orders/labels.ts";
import { faultOfPicture } from "#app/features/trims/pictures/picture-upload.rules.ts";
import { useFormKey } from "#app/forms/idempotency-key.ts";
import { Button } from "#app/ui/button.tsx";
import { Field, Select, TextArea } from "#app/ui/field.tsx";
import { FileButton } from "#app/ui/file-button.tsx";
import formStyles from "#app/ui/form.module.css";
import { FormError } from "#app/ui/form-error.tsx";
import { toast } from "#app/ui/toast.ts";
import styles from "./claims-part.module.css";

const PICTURES = { label: "Picture of the problem", accept: "image/png,image/jpeg,image/webp,image/avif" };
const kindLabels = { missing: "Missing pieces", damaged: "Damaged pieces", wrong: "Wrong item" };

type ClaimFormProps = { order: OrderStory; most: number; onDone: () => Promise<void>; onClose: () => void };

/** What is wrong with how many pieces, and pictures of them. They are sent after the claim, one after the other. */
export function ClaimForm({ order, most, onDone, onClose }: ClaimFormProps) {
  const [pieces, setPieces] = useState("");
  const [pictures, setPictures] = useState<readonly File[]>([]);
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);
  const key = useFormKey();
  const count = /^[\d,. ]+$/.test(pieces) ? Number(pieces.replace(/\D/g, "")) : 0;

  function add(picture: File) {
    const refused = faultOfPicture(picture);
    if (refused) setFault(refused);
    else setPictures([...pictures, picture]);
  }

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const textOf = (name: string) => String(typed.get(name) ?? "");
    const kind = claimKinds.find((one) => one === textOf("kind")) ?? "missing";
    const wants = claimRemedies.find((one) => one === textOf("wants")) ?? "credit";
    setFault(undefined);
    setBusy(true);
    try {
      const body = { kind, wants, pieces: count, words: textOf("words") };
      const params = { id: order._id };
      const headers = { "idempotency-key": key.of({ ...params, ...body }) };
      const { data } = await callApi("POST /orders/{id}/claims", { params, headers, body });
      const lost = await sendPictures(data.insertedId, pictures);
      key.forget();
      if (lost.length > 0) toast.error(`Reported, without ${lost.join(" and ")}. Please send them in a message.`);
      else toast.success("Reported. We will answer here and by mail.");
      await onDone();
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      setFault(describeError(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <form className={formStyles.form} noValidate aria-label="Report a problem" onSubmit={(event) => void send(event)}>
      <div className={formStyles.two}>
        <Select label="What is wrong?" name="kind" autoFocus>
          {claimKinds.map((kind) => (
            <option key={kind} value={kind}>
              {kindLabels[kind]}
            </option>
          ))}
        </Select>
        <Field
          label="How many pieces?"
          inputMode="numeric"
          autoComplete="off"
          required
          value={pieces}
          hint={
            count > 0 && count <= most
              ? `Worth ${formatTotal(totalPrice(order.unitPrice, count))}.`
              : `At most ${formatPieces(most)}.`
          }
          onChange={({ target }) => setPieces(target.value)}
        />
      </div>
      <Select label="What would help?" name="wants">
        {claimRemedies.map((remedy) => (
          <option key={remedy} value={remedy}>
            {remedyLabels[remedy]}
          </option>
        ))}
      </Select>
      <TextArea label="What did you find?" name="words" rows={3} required maxLength={NOTE_MAX} />
      {pictures.length > 0 && (
        <ul className={styles.chosen}>
          {pictures.map((picture, at) => (
            <li key={`${picture.name} ${picture.lastModified}`}>
              {picture.name}
              <Button kind="text" size="small" onClick={() => setPictures(pictures.filter((_, other) => other !== at))}>
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      {pictures.length < CLAIM_PICTURES && (
        <p>
          <FileButton file={PICTURES} kind="line" size="small" onFile={add}>
            Add a picture
          </FileButton>
        </p>
      )}
      <FormError>{fault}</FormError>
      <div className={styles.buttons}>
        <Button type="submit" size="small" busy={busy}>
          Send
        </Button>
        <Button kind="text" size="small" disabled={busy} onClick={onClose}>
          Not now
        </Button>
      </div>
    </form>
  );
}

/** Sends the pictures of a claim. Returns the names of those that did not arrive. */
async function sendPictures(id: string, pictures: readonly File[]): Promise<string[]> {
  const lost: string[] = [];
  for (const file of pictures) {
    const headers = { "idempotency-key": crypto.randomUUID() };
    const sent = callApi("POST /claims/{id}/pictures", { params: { id }, headers, file });
    await sent.catch(() => lost.push(file.name));
  }
  return lost;
}

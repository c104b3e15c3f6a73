import { type FormEvent, useState } from "react";
import { useRevalidator } from "react-router";
import { ApiProblem, type CallApi, describeError } from "#app/client/api.ts";
import { callApi, useMay } from "#app/client/session.ts";
import { brand } from "#app/content/brand.ts";
import { NOTE_MAX } from "#app/features/orders/facts.ts";
import type { Conversation as Talk } from "#app/features/orders/messages.contract.ts";
import { useFormKey } from "#app/forms/idempotency-key.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { TextArea } from "#app/ui/field.tsx";
import { Moment } from "#app/ui/moment.tsx";
import { SheetPart } from "#app/ui/sheet-part.tsx";
import textStyles from "#app/ui/text.module.css";
import { toast } from "#app/ui/toast.ts";
import styles from "./conversation.module.css";

/** The field in which one answers. */
export const ANSWER = "answer";

type About = { of: "orders" | "orderSheets"; id: string };

/** What was written; undefined if that cannot be read: the page is complete without it. */
export async function readConversation(callApi: CallApi, { of, id }: About): Promise<Talk | undefined> {
  try {
    return (await callApi(`GET /${of}/{id}/messages`, { params: { id } })).data;
  } catch (error) {
    if (error instanceof ApiProblem) return undefined;
    throw error;
  }
}

type ConversationProps = About & {
  talk: Talk | undefined;
  isStaff: boolean;
  /** Whether the reader may write: viewers of a company only look. */
  mayAct: boolean;
};

/** What buyer and staff have written to each other about an order or a sheet, and a field to answer. */
export function Conversation({ of, id, talk, isStaff, mayAct }: ConversationProps) {
  const [words, setWords] = useState("");
  const [isBusy, setBusy] = useState(false);
  const { revalidate } = useRevalidator();
  const key = useFormKey();
  const may = useMay();

  async function write(written: string | null) {
    setBusy(true);
    try {
      const headers = { "idempotency-key": key.of({ id, written }) };
      await callApi(`POST /${of}/{id}/messages`, { params: { id }, headers, body: { words: written } });
      key.forget();
      if (written !== null) setWords("");
      await revalidate();
    } catch (error) {
      toast.error(describeError(error));
    }
    setBusy(false);
  }

  function send(event: FormEvent) {
    event.preventDefault();
    if (words.trim()) void write(words);
  }

  if (!talk) return null;
  const { messages, waitingFor } = talk;
  const isMine = waitingFor === (isStaff ? "us" : "buyer");
  const mayWrite = mayAct && (!isStaff || may("manage-orders"));
  if (messages.length === 0 && !mayWrite) return null;
  return (
    <SheetPart title="Conversation" unprinted>
      <p role="status">
        {waitingFor && (
          <Badge tone={isMine ? "out" : "wait"}>
            {waitingFor === "us"
              ? isStaff
                ? "Waiting for us"
                : "We will answer here"
              : isStaff
                ? "Waiting for the buyer"
                : "Waiting for you"}
          </Badge>
        )}
      </p>
      {messages.length > 0 && (
        <ol className={styles.talk}>
          {messages.map(({ _id, at, side, name, isMine, words }) => (
            <li key={_id} data-side={side}>
              <p className={styles.words}>{words ?? <span className={textStyles.soft}>No answer needed.</span>}</p>
              <p className={textStyles.soft}>
                {isMine ? "You" : (name ?? brand.name)}, <Moment at={at} />
              </p>
            </li>
          ))}
        </ol>
      )}
      {mayWrite && (
        <form className={styles.answer} onSubmit={send}>
          <TextArea
            id={ANSWER}
            label={isStaff ? "Message to the buyer" : "Your message"}
            maxLength={NOTE_MAX}
            rows={2}
            value={words}
            hint={
              isStaff ? "The buyer gets it by mail and answers here." : "It reaches us by mail. Our answer stands here."
            }
            onChange={({ target }) => setWords(target.value)}
          />
          <div className={styles.buttons}>
            <Button type="submit" kind="line" size="small" busy={isBusy} disabled={!words.trim()}>
              Send message
            </Button>
            {isStaff && waitingFor !== null && (
              <Button kind="text" size="small" onClick={() => void write(null)}>
                No answer needed
              </Button>
            )}
          </div>
        </form>
      )}
    </SheetPart>
  );
}

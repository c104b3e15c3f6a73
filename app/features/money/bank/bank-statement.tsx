import { useRef, useState } from "react";
import { type AnswerOf, describeError } from "#app/client/api.ts";
import { callApi } from "#app/client/session.ts";
import type { MatchedLine } from "#app/features/money/bank.contract.ts";
import { MOST_BOOKED } from "#app/features/money/facts.ts";
import { useFormKeys } from "#app/forms/idempotency-key.ts";
import { Banner } from "#app/ui/banner.tsx";
import { Button } from "#app/ui/button.tsx";
import { TextArea } from "#app/ui/field.tsx";
import { FileButton } from "#app/ui/file-button.tsx";
import { FileDrop } from "#app/ui/file-drop.tsx";
import { FormError } from "#app/ui/form-error.tsx";
import { IconCheck, IconWarning } from "#app/ui/icons.tsx";
import { Hour } from "#app/ui/moment.tsx";
import { SheetPart } from "#app/ui/sheet-part.tsx";
import textStyles from "#app/ui/text.module.css";
import { toast } from "#app/ui/toast.ts";
import styles from "./bank-statement.module.css";
import { BankTable } from "./bank-table.tsx";
import { type PartName, parts, type Row, sumUp } from "./bank-words.ts";
import { ChooseInvoices } from "./choose-invoices.tsx";

type Statement = AnswerOf<"POST /bankStatements">;

const STATEMENT_FILE = {
  label: "Bank statement",
  accept: ".csv,.txt,.tsv,.xml,text/csv,text/plain,text/xml,application/xml",
};
const HOUR_MS = 60 * 60 * 1000;

type Done = { lines: Row[]; until: string };
type Outcome = AnswerOf<"POST /bankLines">[number];

/** Takes a statement by paste or as a file, shows what its lines pay, and books them by a press. */
export function BankStatement({ onBooked }: { onBooked: () => void }) {
  const [text, setText] = useState("");
  const [source, setSource] = useState<Blob>();
  const [statement, setStatement] = useState<Statement>();
  const [failures, setFailures] = useState<ReadonlyMap<string, string>>(new Map());
  const [done, setDone] = useState<Done>();
  const [choosing, setChoosing] = useState<Row>();
  const [part, setPart] = useState<PartName>("all");
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState<string>();
  const field = useRef<HTMLTextAreaElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const keys = useFormKeys();

  async function read(from: Blob) {
    setBusy("read");
    setFault(undefined);
    try {
      // What a browser calls a file is of no help.
      const file = new Blob([from], { type: "text/plain" });
      const { data } = await callApi("POST /bankStatements", { file });
      if (data.lines.length === 0)
        setFault("No line has a day and an amount. Copy whole lines from the bank's page, or choose its file.");
      else {
        setSource(from);
        setStatement(data);
        heading.current?.focus();
      }
    } catch (error) {
      setFault(describeError(error));
    }
    setBusy(undefined);
  }

  function readPasted() {
    if (text.trim()) return void read(new Blob([text]));
    setFault("Paste at least one line.");
    field.current?.focus();
  }

  function startAgain() {
    setStatement(undefined);
    setText("");
    setPart("all");
    setDone(undefined);
    setFailures(new Map());
  }

  async function book(rows: readonly Row[], chosen?: readonly string[]) {
    if (!statement || !source) return;
    const openOf = new Map(statement.open.map(({ number, open }) => [number, open]));
    setBusy(rows.length === 1 ? rows[0]?._id : "certain");
    const lines = rows.map((row) => ({
      ...nameLine(row),
      invoices: (chosen ?? row.invoices).map((number) => ({ number, open: openOf.get(number) ?? "0.00" })),
    }));
    const booked = await each(rows, (at) => {
      const body = { lines: lines.slice(at, at + MOST_BOOKED) };
      return callApi("POST /bankLines", { headers: { "idempotency-key": keys.of(body) }, body });
    });
    if (booked.length > 0) setDone({ lines: booked, until: new Date(Date.now() + HOUR_MS).toISOString() });
    await readAgain();
  }

  async function undo({ lines }: Done) {
    setBusy("undo");
    const undone = await each(lines, (at) => {
      const body = { lines: lines.slice(at, at + MOST_BOOKED).map(nameLine) };
      return callApi("POST /bankLineReversals", { headers: { "idempotency-key": keys.of(body) }, body });
    });
    if (undone.length > 0) setDone(undefined);
    await readAgain();
  }

  /** Sends some at a time, and says which were not done, and why. Returns those that were. */
  async function each(rows: readonly Row[], send: (at: number) => Promise<{ data: Outcome[] }>): Promise<Row[]> {
    const failed = new Map<string, string>();
    const moved: Row[] = [];
    try {
      for (let at = 0; at < rows.length; at += MOST_BOOKED) {
        const { data } = await send(at);
        for (const [index, { ok, detail }] of data.entries()) {
          const row = rows[at + index];
          if (row && ok) moved.push(row);
          else if (row) failed.set(row._id, detail ?? "");
        }
      }
      keys.forget();
    } catch (error) {
      toast.error(describeError(error));
    }
    if (failed.size > 0) toast.error(`${failed.size} not done: ${[...failed.values()][0]}`);
    setFailures(failed);
    return moved;
  }

  async function readAgain() {
    setChoosing(undefined);
    if (source) await read(source);
    onBooked();
  }

  const rows: Row[] = (statement?.lines ?? []).map((line, at) => ({ ...line, _id: String(at) }));
  const certain = rows.filter(({ word }) => word === "certain");
  const shown = parts.find(({ name }) => name === part) ?? parts[0];
  const { title, about } = sumUp(rows);
  return (
    <SheetPart title="Bank statement" heading={heading} unprinted>
      {!statement && (
        <FileDrop className={styles.in} onFile={(file) => void read(file)}>
          <TextArea
            ref={field}
            label="Paste the statement"
            hint="Day, amount and text of each line, in any order, as the bank's page or file has them. Nothing is booked by pasting."
            className={styles.lines}
            spellCheck={false}
            wrap="off"
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
          <div className={styles.actions}>
            <Button busy={busy === "read"} onClick={readPasted}>
              {nameReading(text)}
            </Button>
            <FileButton file={STATEMENT_FILE} kind="line" onFile={(file) => void read(file)}>
              Choose a CSV or CAMT.053 file
            </FileButton>
            <span className={textStyles.soft}>or drop it here</span>
          </div>
        </FileDrop>
      )}
      {fault && <FormError>{fault}</FormError>}
      {statement && (
        <>
          <div className={styles.head}>
            <div role="status">
              <p className={styles.title}>{title}</p>
              {about && <p className={textStyles.soft}>{about}</p>}
            </div>
            <div className={styles.actions}>
              {certain.length > 0 && (
                <Button busy={busy === "certain"} onClick={() => void book(certain)}>
                  Book the {certain.length} certain
                </Button>
              )}
              <Button kind="line" onClick={startAgain}>
                Paste another
              </Button>
            </div>
          </div>
          <div role="status" className={styles.notes}>
            {done && (
              <Banner tone="ok">
                <IconCheck />
                <p>
                  {done.lines.length} {done.lines.length === 1 ? "line is" : "lines are"} booked.
                </p>
                <p>
                  <Button kind="line" size="small" busy={busy === "undo"} onClick={() => void undo(done)}>
                    {done.lines.length === 1 ? "Undo" : `Undo all ${done.lines.length}`}
                  </Button>{" "}
                  until <Hour at={done.until} />
                </p>
              </Banner>
            )}
          </div>
          {statement.unread.length > 0 && (
            <div className={styles.notes}>
              <Banner tone="wait">
                <IconWarning />
                <p>
                  {statement.unread.length} {statement.unread.length === 1 ? "line has" : "lines have"} no day or no
                  amount
                </p>
                <p className={styles.unread}>{statement.unread.slice(0, 5).join("\n")}</p>
              </Banner>
            </div>
          )}
          <fieldset className={styles.parts}>
            <legend className="sr">Lines by match</legend>
            {parts.map(({ name, words, has }) => (
              <Button
                key={name}
                kind={name === part ? "line" : "text"}
                size="small"
                aria-pressed={name === part}
                onClick={() => setPart(name)}
              >
                {words} {rows.filter(has).length}
              </Button>
            ))}
          </fieldset>
          <BankTable
            rows={rows.filter(shown.has)}
            open={statement.open}
            failures={failures}
            busy={busy}
            onBook={(row) => void book([row])}
            onChoose={setChoosing}
          />
        </>
      )}
      <ChooseInvoices
        key={choosing?._id}
        row={choosing}
        open={statement?.open ?? []}
        isBusy={busy !== undefined && busy === choosing?._id}
        onBook={(row, numbers) => void book([row], numbers)}
        onClose={() => setChoosing(undefined)}
      />
    </SheetPart>
  );
}

function nameLine({ day, amount, text, nth }: MatchedLine) {
  return { day, amount, text, nth };
}

function nameReading(text: string): string {
  const lines = text.split("\n").filter((line) => line.trim() !== "").length;
  if (lines === 0) return "Read it";
  return `Read ${lines} ${lines === 1 ? "line" : "lines"}`;
}

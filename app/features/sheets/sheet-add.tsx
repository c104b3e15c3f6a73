import { type FormEvent, useRef, useState } from "react";
import { ApiProblem, describeError } from "#app/client/api.ts";
import { callApi } from "#app/client/session.ts";
import { describePieces, formatPieces } from "#app/contract/money.ts";
import { MAX_LINES } from "#app/contract/sheet-lines.ts";
import { withNonBreakingUnits } from "#app/contract/units.ts";
import { formatArticle } from "#app/features/trims/trim-name.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import type { Draft } from "./contract.ts";
import { editDraft } from "./draft/account-draft.ts";
import { withLine } from "./draft/edits.ts";
import { readPieces } from "./paste/pieces.rules.ts";
import styles from "./sheet-add.module.css";

type Faults = { article?: string; pieces?: string };

/** Adds one line by article number or name. Without pieces it takes as few as the trim allows. */
export function SheetAdd({ draft, draftId }: { draft: Draft; draftId: string }) {
  const [article, setArticle] = useState("");
  const [written, setWritten] = useState("");
  const [faults, setFaults] = useState<Faults>({});
  const [nearest, setNearest] = useState<string>();
  const [added, setAdded] = useState("");
  const [isBusy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  async function add(wanted: string) {
    setAdded("");
    setNearest(undefined);
    const read = written.trim() === "" ? undefined : readPieces(written);
    if (wanted.trim() === "") return setFaults({ article: "Which item?" });
    if (read && "fault" in read) return setFaults({ pieces: read.fault });
    if (draft.lines.length >= MAX_LINES) return setFaults({ article: `At most ${MAX_LINES} lines` });
    setFaults({});
    setBusy(true);
    try {
      const { data } = await callApi("POST /orderDraft/matches", { body: { articles: [wanted.trim()] } });
      const [match] = data;
      const trim = match?.trim;
      if (!trim) {
        setNearest(match?.nearest ? `No. ${formatArticle(match.nearest.number)} ${match.nearest.name}` : undefined);
        return setFaults({ article: "No trim has this number or name." });
      }
      const there = draft.lines.find(({ trimId }) => trimId === trim._id);
      const orderQuantity = read?.pieces ?? there?.orderQuantity ?? trim.moq;
      editDraft(draftId, withLine({ trimId: trim._id, name: trim.name, orderQuantity, trim }));
      setAdded(
        `${trim.name}: ${describePieces(orderQuantity)}${there ? `, before ${formatPieces(there.orderQuantity)}` : ""}.`,
      );
      setArticle("");
      setWritten("");
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      setFaults({ article: describeError(error) });
    } finally {
      setBusy(false);
      field.current?.focus();
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    void add(article);
  }

  return (
    <form noValidate className={styles.add} aria-label="Add an item" data-unprinted onSubmit={submit}>
      <Field
        ref={field}
        className={styles.article}
        label="Article number or name"
        maxLength={300}
        autoComplete="off"
        value={article}
        error={faults.article}
        onChange={({ target }) => setArticle(target.value)}
      />
      <Field
        label="Pieces"
        maxLength={60}
        inputMode="numeric"
        autoComplete="off"
        value={written}
        error={faults.pieces}
        onChange={({ target }) => setWritten(target.value)}
      />
      <Button type="submit" kind="line" busy={isBusy} className={styles.button}>
        Add
      </Button>
      <p role="status" className={styles.added}>
        {nearest && (
          <>
            Did you mean{" "}
            <Button kind="text" size="small" className={styles.nearest} onClick={() => void add(nearest)}>
              {withNonBreakingUnits(nearest)}?
            </Button>
          </>
        )}
        {withNonBreakingUnits(added)}
      </p>
    </form>
  );
}

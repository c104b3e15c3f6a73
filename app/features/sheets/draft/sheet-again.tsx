import { useState } from "react";
import { useLocation, useNavigate, useNavigationType } from "react-router";
import { describeError } from "#app/client/api.ts";
import { formatPieces } from "#app/contract/money.ts";
import { MAX_LINES } from "#app/contract/sheet-lines.ts";
import type { Draft } from "#app/features/sheets/contract.ts";
import { Banner } from "#app/ui/banner.tsx";
import { Button } from "#app/ui/button.tsx";
import { IconCheck, IconWarning } from "#app/ui/icons.tsx";
import { toast } from "#app/ui/toast.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { editDraft, fillDraft } from "./account-draft.ts";
import { type Again, readAgain } from "./again.rules.ts";
import { withLinesBack, withPieces } from "./edits.ts";
import styles from "./sheet-again.module.css";

type SheetAgainProps = { draft: Draft; draftId: string };
type Asked = Extract<Again, { asked: unknown }>;
type Done = Exclude<Again, Asked>;

/** After *Order again*: the question what becomes of the lines that are there, or what was put on the sheet. */
export function SheetAgain({ draft, draftId }: SheetAgainProps) {
  const again = readAgain(useLocation().state);
  // The server does not know it.
  const isHydrated = useHydrated();
  if (!again || !isHydrated) return null;
  if ("asked" in again) return <Question again={again} draft={draft} draftId={draftId} />;
  return <Outcome again={again} draft={draft} draftId={draftId} />;
}

function Question({ again: { of, asked, said }, draft, draftId }: SheetAgainProps & { again: Asked }) {
  const [isBusy, setBusy] = useState(false);
  const navigate = useNavigate();
  const count = draft.lines.length;

  async function fill(isNew: boolean) {
    setBusy(true);
    if (isNew) {
      const { lines, ...written } = draft;
      const removed = lines.map((line, at) => ({ line, at }));
      editDraft(draftId, (now) => ({ ...now, lines: [] }));
      const undo = () => editDraft(draftId, (now) => ({ ...withLinesBack(removed)(now), ...written }));
      toast.success(`${countLines(count)} removed.`, { label: "Undo", onAction: undo });
    }
    try {
      const again: Again = { of, ...(await fillDraft(draftId, asked, said)) };
      await navigate(".", { replace: true, state: { again } });
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      toast.error(describeError(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <div role="status">
      <Banner tone="wait">
        <IconWarning />
        <p>{count === 0 ? "Your sheet is empty." : `Your sheet has ${countLines(count)}. Add, or replace them?`}</p>
        <p className={styles.actions}>
          <Button size="small" busy={isBusy} onClick={() => void fill(false)}>
            Add {countLines(asked.length)} of {of}
          </Button>
          {count > 0 && (
            <Button kind="line" size="small" busy={isBusy} onClick={() => void fill(true)}>
              Replace with {of}
            </Button>
          )}
        </p>
      </Banner>
    </div>
  );
}

/** As long as it is there, and what is no longer available or had no room. */
function Outcome({ again, draft, draftId }: SheetAgainProps & { again: Done }) {
  // Going back or reloading finds the same state, but the sheet may have changed. It is still worth saying what is no
  // longer sold.
  const isReturn = useNavigationType() === "POP";
  const { of, trimIds, gone } = again;
  const lineOf = (id: string) => draft.lines.find(({ trimId }) => trimId === id);
  const left = again.left.filter(({ trimId }) => !lineOf(trimId));
  const isThere = trimIds.every(lineOf);
  const others = again.already.filter(({ trimId, orderQuantity }) => lineOf(trimId)?.orderQuantity !== orderQuantity);
  const isWhole = gone.length + left.length === 0;
  if (isWhole && (isReturn || !isThere)) return null;
  const added = trimIds.length - again.already.length;

  function takePieces() {
    const edits = others.flatMap((line) => {
      const { name } = lineOf(line.trimId) ?? {};
      return name === undefined ? [] : [withPieces({ ...line, name })];
    });
    editDraft(draftId, (now) => edits.reduce((whole, edit) => edit(whole), now));
  }

  return (
    <Banner tone={isWhole ? "ok" : "bad"}>
      {isWhole ? <IconCheck /> : <IconWarning />}
      {isThere && others.length === 0 && (
        <p>
          {trimIds.length === 0 ? "Nothing" : countLines(trimIds.length)} of {of} {trimIds.length > 1 ? "are" : "is"} on
          the sheet. Nothing is sent yet.
        </p>
      )}
      {isThere && others.length > 0 && (
        <>
          <p>
            {of}: {added === 0 ? "" : `${countLines(added)} added, `}
            {others.length} {others.length === 1 ? "was there and kept its" : "were there and kept their"} pieces.
            Nothing is sent yet.
          </p>
          <p className={styles.actions}>
            <Button kind="line" size="small" onClick={takePieces}>
              Use the pieces of {of}
            </Button>
          </p>
        </>
      )}
      {gone.length > 0 && <p>No longer available: {gone.join("; ")}.</p>}
      {left.length > 0 && (
        <p>
          A sheet has room for {MAX_LINES} lines. Not on it: {left.map(({ name }) => name).join("; ")}.
        </p>
      )}
    </Banner>
  );
}

function countLines(count: number): string {
  return `${formatPieces(count)} ${count === 1 ? "line" : "lines"}`;
}

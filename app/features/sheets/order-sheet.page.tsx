import { useEffect, useEffectEvent, useRef, useState } from "react";
import { LoadError } from "#app/client/load-error.tsx";
import { protectedLoader } from "#app/client/protected.ts";
import type { SessionUser } from "#app/client/session.ts";
import { pageTitle } from "#app/content/brand.ts";
import { formatPieces } from "#app/contract/money.ts";
import { SheetPaste } from "#app/features/sheets/paste/sheet-paste.tsx";
import { SheetSent, SheetSentBefore } from "#app/features/sheets/sent/sheet-sent.tsx";
import { Banner } from "#app/ui/banner.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { IconPaste, IconWarning } from "#app/ui/icons.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { State } from "#app/ui/states.tsx";
import textStyles from "#app/ui/text.module.css";
import { toast } from "#app/ui/toast.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import type { Route } from "./+types/order-sheet.page.ts";
import type { Draft } from "./contract.ts";
import { findWays, readDelivery } from "./delivery.rules.ts";
import { editDraft, showDraft, useAccountDraft, useDraftUnsaved } from "./draft/account-draft.ts";
import { withLinesBack } from "./draft/edits.ts";
import { SheetAgain } from "./draft/sheet-again.tsx";
import { checkLine, sumLines } from "./lines.rules.ts";
import styles from "./order-sheet.page.module.css";
import { SheetDelivery } from "./sheet-delivery.tsx";
import { findKnown, type Known, prefilled } from "./sheet-known.ts";
import { SheetLines, type Typed } from "./sheet-lines.tsx";
import { OBSTACLES, SheetSend } from "./sheet-send.tsx";
import { useSending } from "./use-sending.ts";

export const loader = protectedLoader(undefined, async ({ user, callApi }) => {
  const [{ data: draft, headers }, known] = await Promise.all([
    callApi("GET /orderDraft"),
    findKnown(callApi, user.email),
  ]);
  return { user, known, draft, etag: headers.get("etag") ?? "" };
});

export const handle = { heading: "Order sheet" };

export const meta: Route.MetaFunction = () => [{ title: pageTitle(handle.heading) }];

export default function OrderSheetPage({ loaderData: { user, known, draft, etag } }: Route.ComponentProps) {
  const saved = useAccountDraft();
  useEffect(() => showDraft(user.uid, draft, etag), [user.uid, draft, etag]);
  return <OneDraft draft={saved ?? prefilled(known)(draft)} user={user} known={known} />;
}

function OneDraft({ draft, user, known }: { draft: Draft; user: SessionUser; known: Known }) {
  const [typed, setTyped] = useState<Typed>(new Map());
  const [isPasting, setPasting] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const focusNext = useRef<string>(undefined);
  const sending = useSending(user);
  /** Before somebody has tried to send it, nothing that is missing is a fault. */
  const [isTried, setTried] = useState(false);
  const lines = draft.lines.map((line) => ({ ...line, verdict: checkLine(line, typed.get(line.trimId)?.unread) }));
  const delivery = readDelivery(draft);
  const missing = isTried ? delivery.faults : [];
  const faults = new Map([...sending.faults, ...missing.map(({ id, way }) => [id, way] as const)]);
  const sums = sumLines(lines);
  const count = draft.lines.length;

  function empty() {
    const removed = draft.lines.map((line, at) => ({ line, at }));
    editDraft(user.uid, (now) => ({ ...now, lines: [] }));
    setTried(false);
    const undo = () => editDraft(user.uid, withLinesBack(removed));
    toast.success(`${countLines(count)} removed.`, { label: "Undo", onAction: undo });
    heading.current?.focus();
  }

  const isHydrated = useHydrated();
  const hasLines = count > 0;
  const fillIn = useEffectEvent(() => {
    const edit = prefilled(known);
    if (edit(draft) !== draft) editDraft(user.uid, edit);
  });
  // However the first line arrives: pasted here, or added in another tab.
  useEffect(() => {
    if (hasLines) fillIn();
  }, [hasLines]);

  useEffect(() => {
    // The field appears with its line.
    if (!focusNext.current) return;
    document.getElementById(focusNext.current)?.focus();
    focusNext.current = undefined;
  });

  function endPaste(firstNewId?: string) {
    setPasting(false);
    focusNext.current = firstNewId && `pieces-${firstNewId}`;
    if (!firstNewId) heading.current?.focus();
  }

  const pasteButton = (
    <Button kind={count === 0 ? "text" : "line"} size="small" onClick={() => setPasting(true)}>
      <IconPaste />
      Paste from a spreadsheet
    </Button>
  );

  if (sending.sent !== undefined) return <SheetSent number={sending.sent} />;
  return (
    <>
      <PageHead>
        <h1 ref={heading} tabIndex={-1}>
          <span className={styles.name}>{handle.heading} :</span> {countLines(count)}
        </h1>
        {count > 0 && (
          <div className={styles.actions} data-unprinted>
            <ButtonLink to="/trims" kind="line" size="small">
              Add trims
            </ButtonLink>
            {!isPasting && pasteButton}
            <Button kind="text" size="small" className={styles.empty} onClick={empty}>
              Empty the sheet
            </Button>
          </div>
        )}
      </PageHead>
      <SheetUnsaved />
      <SheetSentBefore isAsked={count === 0 && sending.refusal !== undefined} />
      <SheetAgain draft={draft} uid={user.uid} />
      {isPasting && <SheetPaste draft={draft} uid={user.uid} onDone={endPaste} />}
      {count === 0 && !isPasting && (
        <State>
          <h2>Nothing on the sheet yet</h2>
          <p className={textStyles.soft}>
            Add trims from the list, or paste article numbers and pieces from your bill of materials. The sheet waits
            here until you send it.
          </p>
          <div className={styles.actions}>
            <ButtonLink to="/trims">Trims</ButtonLink>
            {pasteButton}
          </div>
        </State>
      )}
      {count > 0 && (
        <form
          noValidate
          inert={!isHydrated}
          aria-label="Order sheet"
          onSubmit={(event) => {
            event.preventDefault();
            if (delivery.faults.length === 0) return void sending.send({ ...delivery, lines });
            setTried(true);
            // It appears above the button.
            focusNext.current = OBSTACLES;
          }}
        >
          <SheetLines lines={lines} sums={sums} typed={typed} onTyped={setTyped} uid={user.uid} heading={heading} />
          <div className={styles.end}>
            <SheetDelivery draft={draft} known={known} uid={user.uid} faults={faults} />
            <SheetSend sums={sums} ways={findWays(lines, missing)} isBusy={sending.isBusy} refusal={sending.refusal} />
          </div>
        </form>
      )}
    </>
  );
}

/** While the shop does not accept a change: says so. */
function SheetUnsaved() {
  const isUnsaved = useDraftUnsaved();
  return (
    <div role="status">
      {isUnsaved && (
        <Banner tone="bad">
          <IconWarning />
          <p>Your changes are not saved yet.</p>
          <p>We keep trying to save them.</p>
        </Banner>
      )}
    </div>
  );
}

function countLines(count: number): string {
  return `${formatPieces(count)} ${count === 1 ? "line" : "lines"}`;
}

export function ErrorBoundary() {
  return <LoadError title="Your order sheet did not load" />;
}

import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import type { SessionUser } from "#app/client/session.ts";
import { formatPieces } from "#app/contract/money.ts";
import { ONLY_LOOKS } from "#app/features/companies/labels.ts";
import { isOverLimit } from "#app/features/companies/rules.ts";
import type { ChargeInput } from "#app/features/orders/charges.contract.ts";
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
import type { Member } from "./approvals/find-member.ts";
import type { BuyerDelivery, Draft } from "./contract.ts";
import { findWays, readDelivery } from "./delivery.rules.ts";
import { editDraft, useDraftUnsaved } from "./draft/account-draft.ts";
import { withLinesBack } from "./draft/edits.ts";
import { SheetAgain } from "./draft/sheet-again.tsx";
import { checkLine, sumLines } from "./lines.rules.ts";
import { SheetAdd } from "./sheet-add.tsx";
import { SheetCharges } from "./sheet-charges.tsx";
import { SheetDelivery } from "./sheet-delivery.tsx";
import styles from "./sheet-form.module.css";
import { type Known, prefilled } from "./sheet-known.ts";
import { SheetLines, type Typed } from "./sheet-lines.tsx";
import { OBSTACLES, SheetSend } from "./sheet-send.tsx";
import { useSending } from "./use-sending.ts";

type SheetFormProps = {
  draft: Draft;
  draftId: string;
  user: SessionUser;
  known: Known;
  /** What the page is called. */
  heading: string;
  /** The buyer for whom a member of staff writes it. */
  buyer?: Pick<BuyerDelivery, "_id" | "name" | "company" | "credit">;
  /** What the writer may order for their company. */
  member?: Member | undefined;
  /** What stands above the lines. */
  children?: ReactNode;
};

/** An order sheet that is not sent yet: its lines, where it goes, and the button that sends it. */
export function SheetForm({ draft, draftId, user, known, heading: title, buyer, member, children }: SheetFormProps) {
  const [typed, setTyped] = useState<Typed>(new Map());
  const [isPasting, setPasting] = useState(false);
  const [charges, setCharges] = useState<ChargeInput[]>([]);
  const heading = useRef<HTMLHeadingElement>(null);
  const focusNext = useRef<string>(undefined);
  const sending = useSending({ user, draftId, buyerId: buyer?._id });
  /** Before somebody has tried to send it, nothing that is missing is a fault. */
  const [isTried, setTried] = useState(false);
  const lines = draft.lines.map((line) => ({ ...line, verdict: checkLine(line, typed.get(line.trimId)?.unread) }));
  const delivery = readDelivery(draft, known.addresses);
  const missing = isTried ? delivery.faults : [];
  const faults = new Map([...sending.faults, ...missing.map(({ id, way }) => [id, way] as const)]);
  const sums = sumLines(lines);
  const count = draft.lines.length;
  const limit = member?.orderLimit ?? undefined;
  const isAsking = limit !== undefined && isOverLimit(sums.total, limit);

  function empty() {
    const removed = draft.lines.map((line, at) => ({ line, at }));
    editDraft(draftId, (now) => ({ ...now, lines: [] }));
    setTried(false);
    const undo = () => editDraft(draftId, withLinesBack(removed));
    toast.success(`${countLines(count)} removed.`, { label: "Undo", onAction: undo });
    heading.current?.focus();
  }

  const isHydrated = useHydrated();
  const hasLines = count > 0;
  const fillIn = useEffectEvent(() => editDraft(draftId, prefilled(known)));
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
  if (member?.isViewer) {
    return (
      <>
        <PageHead>
          <h1>{title}</h1>
        </PageHead>
        <State>
          <p>{ONLY_LOOKS}</p>
          <div className={styles.actions}>
            <ButtonLink to="/trims">Trims</ButtonLink>
          </div>
        </State>
      </>
    );
  }
  return (
    <>
      <PageHead>
        <h1 ref={heading} tabIndex={-1}>
          <span className={buyer ? undefined : styles.name}>{title} :</span> {countLines(count)}
        </h1>
        {count > 0 && (
          <div className={styles.actions} data-unprinted>
            {!buyer && (
              <ButtonLink to="/trims" kind="line" size="small">
                Add trims
              </ButtonLink>
            )}
            {!isPasting && pasteButton}
            <Button kind="text" size="small" className={styles.empty} onClick={empty}>
              Empty the sheet
            </Button>
          </div>
        )}
      </PageHead>
      <SheetUnsaved draftId={draftId} />
      <SheetSentBefore isAsked={count === 0 && sending.refusal !== undefined} />
      <SheetAgain draft={draft} draftId={draftId} />
      {children}
      <SheetAdd draft={draft} draftId={draftId} />
      {isPasting && <SheetPaste draft={draft} draftId={draftId} onDone={endPaste} />}
      {count === 0 && !isPasting && (
        <State>
          <h2>Nothing on the sheet yet</h2>
          <p className={textStyles.soft}>
            {buyer
              ? `Add items by number or name, or paste article numbers and pieces. The sheet waits here until you place it for ${buyer.name}; only you see it.`
              : "Add trims from the list, or paste article numbers and pieces from your bill of materials. The sheet waits here until you send it."}
          </p>
          <div className={styles.actions}>
            {!buyer && <ButtonLink to="/trims">Trims</ButtonLink>}
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
            if (delivery.faults.length === 0) return void sending.send({ ...delivery, lines }, { isAsking, charges });
            setTried(true);
            // It appears above the button.
            focusNext.current = OBSTACLES;
          }}
        >
          <SheetLines lines={lines} sums={sums} typed={typed} onTyped={setTyped} draftId={draftId} heading={heading} />
          <div className={styles.end}>
            <div className={styles.fields}>
              <SheetDelivery draft={draft} known={known} draftId={draftId} faults={faults} />
              {buyer && <SheetCharges charges={charges} onChange={setCharges} />}
            </div>
            <SheetSend
              sums={sums}
              charges={charges}
              ways={findWays(lines, missing)}
              isBusy={sending.isBusy}
              refusal={sending.refusal}
              buyer={buyer}
              limit={isAsking ? limit : undefined}
            />
          </div>
        </form>
      )}
    </>
  );
}

/** While the shop does not accept a change: says so. */
function SheetUnsaved({ draftId }: { draftId: string }) {
  const isUnsaved = useDraftUnsaved(draftId);
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

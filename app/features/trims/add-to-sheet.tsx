import { type ReactNode, type Ref, useEffect, useRef } from "react";
import { Link } from "react-router";
import { DRAFT_PATH, useDraftLines, useMayOrder, useOrderDraft } from "#app/client/order-draft.ts";
import { loginPath } from "#app/client/return-path.ts";
import { useSession } from "#app/client/session.ts";
import { useAction } from "#app/client/use-action.ts";
import { describePieces, describePiecesShort } from "#app/contract/money.ts";
import { MAX_LINES } from "#app/contract/sheet-lines.ts";
import { Button } from "#app/ui/button.tsx";
import { IconCheck, IconPlus } from "#app/ui/icons.tsx";
import { joinClasses } from "#app/ui/join-classes.ts";
import { toast } from "#app/ui/toast.ts";
import styles from "./add-to-sheet.module.css";
import type { Trim } from "./contract.ts";

type AddToSheetProps = {
  trim: Pick<Trim, "_id" | "name" | "moq">;
  /** The id of the trim's name on the page. */
  describedBy?: string;
  className?: string | undefined;
};

/** Puts the minimum of a trim on the order sheet. Afterwards it says how many pieces are on it. */
export function AddToSheet({ trim, describedBy, className }: AddToSheetProps) {
  const had = useDraftLines()?.find(({ trimId }) => trimId === trim._id)?.orderQuantity;
  const { add, isBusy } = useAdding(trim);
  const mayOrder = useMayOrder();
  const note = useRef<HTMLAnchorElement>(null);
  const hasAdded = useRef(false);
  useEffect(() => {
    // The button that had the focus is gone.
    if (had !== undefined && hasAdded.current) note.current?.focus();
    hasAdded.current = false;
  }, [had]);

  if (!mayOrder) return null;
  if (had !== undefined) {
    return (
      <p className={joinClasses(styles.there, className)} role="status">
        <IconCheck />
        <SheetLink ref={note} describedBy={describedBy}>
          On your order sheet: {describePiecesShort(had)}
        </SheetLink>
      </p>
    );
  }
  const action = () => {
    hasAdded.current = true;
    void add(trim.moq);
  };
  return (
    <Button
      kind="line"
      wide
      busy={isBusy}
      onClick={action}
      aria-describedby={describedBy}
      className={joinClasses(styles.add, className)}
    >
      <IconPlus />
      Add to order sheet
    </Button>
  );
}

/** The same beside an order form, with the pieces typed there; a toast says so. */
export function useAdding(trim: Pick<Trim, "_id" | "name">) {
  const { isBusy, run } = useAction();
  const { put } = useOrderDraft();
  const lines = useDraftLines() ?? [];
  async function add(orderQuantity: number): Promise<number | undefined> {
    if (lines.length >= MAX_LINES && !lines.some(({ trimId }) => trimId === trim._id)) {
      toast.error(`The order sheet is full: it has room for ${MAX_LINES} lines.`);
      return undefined;
    }
    let had: number | undefined;
    await run(async () => {
      had = await put({ trimId: trim._id, orderQuantity, name: trim.name });
    });
    return had;
  }
  return { add, isBusy };
}

/** "2,000 pieces are on your order sheet, instead of 500." */
export function describeAdded(pieces: number, had: number): string {
  const are = pieces === 1 ? "is" : "are";
  const instead = had > 0 && had !== pieces ? `, instead of ${describePieces(had)}` : "";
  return `${describePieces(pieces)} ${are} on your order sheet${instead}.`;
}

type SheetLinkProps = { ref: Ref<HTMLAnchorElement>; describedBy: string | undefined; children: ReactNode };

function SheetLink({ ref, describedBy, children }: SheetLinkProps) {
  const isIn = useSession().status === "in";
  return (
    <Link ref={ref} to={isIn ? DRAFT_PATH : loginPath(DRAFT_PATH)} aria-describedby={describedBy}>
      {children}
    </Link>
  );
}

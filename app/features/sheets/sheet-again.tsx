import { useLocation, useNavigationType } from "react-router";
import { formatPieces } from "#app/contract/money.ts";
import { MAX_LINES } from "#app/contract/sheet-lines.ts";
import { readAgain } from "#app/features/orders/purchase/again.ts";
import { Banner } from "#app/ui/banner.tsx";
import { IconCheck, IconWarning } from "#app/ui/icons.tsx";
import type { Draft } from "./contract.ts";

/**
 * After *Order again*: what was put on the sheet, as long as it is there, and what is no longer available or had no
 * room.
 */
export function SheetAgain({ draft }: { draft: Draft }) {
  const again = readAgain(useLocation().state);
  // Going back or reloading finds the same state, but the sheet may have changed. It is still worth saying what is no
  // longer sold.
  const isReturn = useNavigationType() === "POP";
  if (!again) return null;
  const { of, trimIds, gone } = again;
  const hasLine = (id: string) => draft.lines.some(({ trimId }) => trimId === id);
  const left = (again.left ?? []).filter(({ trimId }) => !hasLine(trimId));
  const isThere = trimIds.every(hasLine);
  const isWhole = gone.length + left.length === 0;
  if (isWhole && (isReturn || !isThere)) return null;
  const lines = trimIds.length;
  return (
    <Banner tone={isWhole ? "ok" : "bad"}>
      {isWhole ? <IconCheck /> : <IconWarning />}
      {isThere && (
        <p>
          {lines === 0 ? "Nothing" : `${formatPieces(lines)} ${lines === 1 ? "line" : "lines"}`} of {of}{" "}
          {lines === 1 || lines === 0 ? "is" : "are"} on the sheet. Nothing is sent yet.
        </p>
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

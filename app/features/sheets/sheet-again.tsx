import { useLocation, useNavigationType } from "react-router";
import { formatPieces } from "#app/contract/money.ts";
import { readAgain } from "#app/features/orders/purchase/again.ts";
import { Banner } from "#app/ui/banner.tsx";
import { IconCheck, IconWarning } from "#app/ui/icons.tsx";
import type { Draft } from "./contract.ts";

/** After *Order again*: what was put on the sheet, for as long as it is there, and what is no longer to be had. */
export function SheetAgain({ draft }: { draft: Draft }) {
  const again = readAgain(useLocation().state);
  // Back and a reload find the same state, but the sheet may have changed. What is no longer sold is still worth saying.
  const isReturn = useNavigationType() === "POP";
  if (!again) return null;
  const { of, trimIds, gone } = again;
  const isThere = trimIds.every((id) => draft.lines.some(({ trimId }) => trimId === id));
  if (gone.length === 0 && (isReturn || !isThere)) return null;
  const lines = trimIds.length;
  return (
    <Banner tone={gone.length > 0 ? "bad" : "ok"}>
      {gone.length > 0 ? <IconWarning /> : <IconCheck />}
      {isThere && (
        <p>
          {lines === 0 ? "Nothing" : `${formatPieces(lines)} ${lines === 1 ? "line" : "lines"}`} of {of}{" "}
          {lines === 1 || lines === 0 ? "is" : "are"} on the sheet. Nothing is sent yet.
        </p>
      )}
      {gone.length > 0 && <p>No longer to be had: {gone.join("; ")}.</p>}
    </Banner>
  );
}

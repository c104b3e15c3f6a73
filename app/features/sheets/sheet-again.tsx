import { useLocation, useNavigationType } from "react-router";
import { formatPieces } from "#app/contract/money.ts";
import { readAgain } from "#app/features/orders/purchase/again.ts";
import { Banner } from "#app/ui/banner.tsx";
import { IconCheck, IconWarning } from "#app/ui/icons.tsx";

/** After *Order again*: what was put on the sheet, and what is no longer to be had. */
export function SheetAgain() {
  const again = readAgain(useLocation().state);
  // Back and a reload find the same state, but the sheet may have changed. What is no longer sold is still worth saying.
  const isReturn = useNavigationType() === "POP";
  if (!again || (isReturn && again.gone.length === 0)) return null;
  const { of, lines, gone } = again;
  return (
    <Banner tone={gone.length > 0 ? "bad" : "ok"}>
      {gone.length > 0 ? <IconWarning /> : <IconCheck />}
      <p>
        {lines === 0 ? "Nothing" : `${formatPieces(lines)} ${lines === 1 ? "line" : "lines"}`} of {of}{" "}
        {lines === 1 || lines === 0 ? "is" : "are"} on the sheet. Nothing is sent yet.
      </p>
      {gone.length > 0 && <p>No longer to be had: {gone.join("; ")}.</p>}
    </Banner>
  );
}

import { useState } from "react";
import { Link } from "react-router";
import { describePiecesShort, formatDollars } from "#app/contract/money.ts";
import { withNonBreakingUnits } from "#app/contract/units.ts";
import { AsOf } from "#app/features/orders/sums/as-of.tsx";
import { trimPicture } from "#app/features/trims/pictures/trim-picture.ts";
import { trimPath } from "#app/features/trims/trim-path.ts";
import { Button } from "#app/ui/button.tsx";
import { Panel, ShareBar } from "#app/ui/chart.tsx";
import { Part } from "#app/ui/part.tsx";
import { PlainTable } from "#app/ui/plain-table.tsx";
import { RowItem, SecondLine, Thumb } from "#app/ui/table-parts.tsx";
import styles from "./best-trims.module.css";
import type { Sales, SoldTrim } from "./contract.ts";

/** What sold best in twelve months, by value or by pieces: the table is the chart. */
export function BestTrims({ sales: { byValue, byPieces, asOf } }: { sales: Sales }) {
  const [by, setBy] = useState<"value" | "pieces">("value");
  const rows = by === "value" ? byValue : byPieces;
  const most = Math.max(1e-9, Number(rows[0]?.[by] ?? 0));
  return (
    <Part
      title="Best trims"
      about={
        <>
          By {by}, twelve months
          {asOf && (
            <>
              , <AsOf at={asOf} />
            </>
          )}
        </>
      }
      aside={
        <Button kind="text" size="small" onClick={() => setBy(by === "value" ? "pieces" : "value")}>
          {by === "value" ? "Show by pieces" : "Show by value"}
        </Button>
      }
    >
      <Panel flush>
        {rows.length === 0 && <p className={styles.none}>Nothing was sold yet.</p>}
        {rows.length > 0 && (
          <PlainTable
            caption={`The trims that sold best in twelve months, by ${by}`}
            heads={[{ text: "Trim" }, { text: "Sales", align: "right" }]}
            isHeadless
            rows={rows.map((sold) => ({
              key: sold.trimId,
              cells: [
                <SoldItem key="item" sold={sold} share={Number(sold[by]) / most} />,
                <span key="sales" className={styles.sales}>
                  <b>{by === "value" ? formatDollars(sold.value) : describePiecesShort(sold.pieces)}</b>
                  <SecondLine>
                    {by === "value" ? describePiecesShort(sold.pieces) : formatDollars(sold.value)}
                  </SecondLine>
                </span>,
              ],
            }))}
          />
        )}
      </Panel>
    </Part>
  );
}

function SoldItem({ sold, share }: { sold: SoldTrim; share: number }) {
  const { name, img, isOffered } = sold;
  const words = withNonBreakingUnits(name);
  return (
    <RowItem>
      <Thumb {...trimPicture(img, 320)} alt="" fallbackText="" />
      <span className={styles.words}>
        {isOffered ? <Link to={trimPath(sold)}>{words}</Link> : words}
        <ShareBar share={share} />
      </span>
    </RowItem>
  );
}

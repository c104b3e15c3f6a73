import { Link } from "react-router";
import { describePiecesShort, formatDollars, formatPieces } from "#app/contract/money.ts";
import { withNonBreakingUnits } from "#app/contract/units.ts";
import { trimPicture } from "#app/features/trims/pictures/trim-picture.ts";
import { Panel } from "#app/ui/chart.tsx";
import { Part } from "#app/ui/part.tsx";
import { PlainTable } from "#app/ui/plain-table.tsx";
import { RowItem, SecondLine, Thumb } from "#app/ui/table-parts.tsx";
import styles from "./buyer-bought.module.css";
import type { BuyerPage } from "./contract.ts";
import { BOUGHT_OF } from "./facts.ts";

type Bought = BuyerPage["boughtMost"][number];

/** The trims a buyer spent most on. */
export function BuyerBought({ buyer: { name, orders, boughtMost } }: { buyer: BuyerPage }) {
  return (
    <Part title="Bought most" {...(orders > BOUGHT_OF && { about: `Of the latest ${formatPieces(BOUGHT_OF)} orders` })}>
      <Panel flush>
        {boughtMost.length === 0 && <p className={styles.none}>Nothing is on order.</p>}
        {boughtMost.length > 0 && (
          <PlainTable
            caption={`The trims that ${name} bought most, by value`}
            heads={[{ text: "Trim" }, { text: "Value", align: "right" }]}
            isHeadless
            rows={boughtMost.map((bought) => ({
              key: bought.trimId ?? bought.name,
              cells: [<BoughtItem key="item" bought={bought} />, <b key="value">{formatDollars(bought.value)}</b>],
            }))}
          />
        )}
      </Panel>
    </Part>
  );
}

function BoughtItem({ bought: { trimId, name, img, orders, pieces } }: { bought: Bought }) {
  const words = withNonBreakingUnits(name);
  return (
    <RowItem>
      <Thumb {...trimPicture(img ?? "", 320)} alt="" fallbackText="" size={40} />
      <span className={styles.words}>
        {trimId ? <Link to={`/purchase/${trimId}`}>{words}</Link> : words}
        <SecondLine>
          {formatPieces(orders)} {orders === 1 ? "order" : "orders"}, {describePiecesShort(pieces)}
        </SecondLine>
      </span>
    </RowItem>
  );
}

import { Link } from "react-router";
import { brand } from "#app/content/brand.ts";
import { daysBetween } from "#app/contract/calendar.ts";
import { formatDollars, formatPieces } from "#app/contract/money.ts";
import type { Buyer } from "#app/features/buyers/contract.ts";
import { toPlaces } from "#app/features/buyers/year.rules.ts";
import { AsOf } from "#app/features/orders/sums/as-of.tsx";
import { IconLink } from "#app/ui/button.tsx";
import { Panel, Strip } from "#app/ui/chart.tsx";
import { IconMail } from "#app/ui/icons.tsx";
import { Part } from "#app/ui/part.tsx";
import { PlainTable } from "#app/ui/plain-table.tsx";
import { SecondLine } from "#app/ui/table-parts.tsx";
import styles from "./quiet-buyers.module.css";

/** A mail to start from. */
function writeTo({ email, name }: Buyer): string {
  const body = `Hello ${name},\n\nyou have not ordered from ${brand.name} for a while. Is there anything that we can do for you?\n`;
  return `mailto:${email}?subject=${encodeURIComponent(`Trims from ${brand.name}`)}&body=${encodeURIComponent(body)}`;
}

type QuietProps = { quiet: readonly Buyer[]; today: string; asOf: string | null };

/** Who has stopped ordering, each with a year as a strip of stitches. */
export function QuietBuyers({ quiet, today, asOf }: QuietProps) {
  return (
    <Part
      title="Quiet buyers"
      about={
        <>
          Silent for twice as long as usual; each stitch is a day with orders
          {asOf && (
            <>
              , <AsOf at={asOf} />
            </>
          )}
        </>
      }
    >
      <Panel flush>
        {quiet.length === 0 && <p className={styles.none}>Nobody has gone quiet.</p>}
        {quiet.length > 0 && (
          <PlainTable
            caption="Buyers who have been silent for twice as long as usual"
            heads={[{ text: "Buyer" }, { text: "Days with orders in twelve months" }, { text: "Write" }]}
            isHeadless
            rows={quiet.map((buyer) => ({
              key: buyer._id,
              cells: [
                <span key="who" className={styles.who}>
                  <Link to={`/dashboard/buyers/${buyer._id}`}>{buyer.name}</Link>
                  <SecondLine>
                    {formatDollars(buyer.value)} in {formatPieces(buyer.orders)} orders
                  </SecondLine>
                </span>,
                <span key="year" className={styles.year}>
                  <Strip at={toPlaces(buyer.days, today)} isStill />
                  <SecondLine>
                    <b className={styles.late}>{formatPieces(daysBetween(buyer.lastOn ?? today, today))} days</b>{" "}
                    without an order, usually {buyer.usualDays}
                  </SecondLine>
                </span>,
                <IconLink key="mail" href={writeTo(buyer)} label={`Write to ${buyer.name}`}>
                  <IconMail />
                </IconLink>,
              ],
            }))}
          />
        )}
      </Panel>
    </Part>
  );
}

import { Link } from "react-router";
import { clingingUnits } from "#app/contract/units.ts";
import { isEnded } from "#app/features/orders/rules.ts";
import { Banner } from "#app/ui/banner.tsx";
import { IconCheck, IconClose, IconError } from "#app/ui/icons.tsx";
import type { Sheet } from "./contract.ts";
import { describeEnds } from "./ends.rules.ts";
import styles from "./sheet-banner.module.css";

/**
 * What must be known first: that it was sent a moment ago, or which orders have ended. It is read out when it changes.
 */
export function SheetBanner({ sheet, isSent, email }: { sheet: Sheet; isSent: boolean; email: string }) {
  const ended = sheet.orders.filter(isEnded);
  const isBad = ended.some(({ review }) => review === "declined");
  const { lines } = sheet;
  return (
    <div role="status">
      {isSent && (
        <Banner tone="ok">
          <IconCheck />
          <p>Sheet S-{sheet.number} is sent.</p>
          <p>
            The pieces are taken from our stock and kept for you. An admin will review the order; a mail with{" "}
            {lines === 1 ? "the line" : `all ${lines} lines`} is on its way to {email}.
          </p>
        </Banner>
      )}
      {ended.length > 0 && (
        <Banner tone={isBad ? "bad" : "wait"}>
          {isBad ? <IconError /> : <IconClose />}
          <p>{describeEnds(ended)}</p>
          <ul className={styles.ended}>
            {ended.map(({ number, productName, review }) => (
              <li key={number}>
                <Link to={`/dashboard/orders/${number}`}>No.&nbsp;{number}</Link>, {clingingUnits(productName)},{" "}
                {review}
              </li>
            ))}
          </ul>
          <p>The pieces are back in our stock, and there is nothing to pay for them.</p>
        </Banner>
      )}
    </div>
  );
}

import { Link } from "react-router";
import type { SessionUser } from "#app/client/session.ts";
import { withNonBreakingUnits } from "#app/contract/units.ts";
import { stateLabels } from "#app/features/orders/labels.ts";
import { isEnded } from "#app/features/orders/rules.ts";
import type { Sheet } from "#app/features/sheets/contract.ts";
import { Banner } from "#app/ui/banner.tsx";
import { IconCheck, IconClose, IconError } from "#app/ui/icons.tsx";
import { describeEnds } from "./ends.rules.ts";
import styles from "./sheet-banner.module.css";

/**
 * What must be known first: that it was sent a moment ago, or which orders have ended. It is read out when it changes.
 */
export function SheetBanner({ sheet, isSent, user }: { sheet: Sheet; isSent: boolean; user: SessionUser }) {
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
            The pieces are taken from our stock and kept for you. We will confirm the order
            {user.emailVerified ? `; a mail with ${nameLines(lines)} is on its way to ${user.email}.` : "."}
          </p>
          {!user.emailVerified && (
            <p>Please confirm your e-mail address to get our mails. The line below the header sends the link again.</p>
          )}
        </Banner>
      )}
      {ended.length > 0 && (
        <Banner tone={isBad ? "bad" : "wait"}>
          {isBad ? <IconError /> : <IconClose />}
          <p>{describeEnds(ended)}</p>
          <ul className={styles.ended}>
            {ended.map(({ number, productName, review }) => (
              <li key={number}>
                <Link to={`/dashboard/orders/${number}`}>No.&nbsp;{number}</Link>, {withNonBreakingUnits(productName)},{" "}
                {stateLabels[review]}
              </li>
            ))}
          </ul>
          <p>The pieces are back in our stock, and there is nothing to pay for them.</p>
        </Banner>
      )}
    </div>
  );
}

function nameLines(lines: number): string {
  if (lines === 1) return "the line";
  return lines === 2 ? "both lines" : `all ${lines} lines`;
}

import { Link } from "react-router";
import { Banner } from "#app/ui/banner.tsx";
import { IconWarning } from "#app/ui/icons.tsx";

/** Where nothing is left of a sheet whose sending failed: its answer may have been lost, or another tab has sent it. */
export function SheetSentBefore({ isAsked }: { isAsked: boolean }) {
  return (
    <div role="status">
      {isAsked && (
        <Banner tone="wait">
          <IconWarning />
          <p>Your sheet was sent or emptied meanwhile.</p>
          <p>
            <Link to="/dashboard/myorders">My Orders</Link> shows what the shop has received.
          </p>
        </Banner>
      )}
    </div>
  );
}

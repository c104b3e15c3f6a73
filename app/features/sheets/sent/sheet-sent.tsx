import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { Banner } from "#app/ui/banner.tsx";
import { IconCheck, IconWarning } from "#app/ui/icons.tsx";
import { PageHead } from "#app/ui/page-head.tsx";

/** In place of a sheet that was sent, until its own page opens: without a connection that may take long. */
export function SheetSent({ number }: { number: number }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that sent it is gone.
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <PageHead>
        <h1 ref={heading} tabIndex={-1}>
          Order sheet S-{number} is sent
        </h1>
      </PageHead>
      <Banner tone="ok">
        <IconCheck />
        <p>The shop has your order sheet.</p>
        <p>
          <Link to={`/dashboard/ordersheets/${number}`}>Open sheet S-{number}</Link>
        </p>
      </Banner>
    </>
  );
}

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

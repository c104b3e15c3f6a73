import { formatTotal } from "#app/contract/money.ts";
import type { Deposit } from "#app/features/orders/contract.ts";
import { Banner } from "#app/ui/banner.tsx";
import { IconWarning } from "#app/ui/icons.tsx";

/** For buyers: that their order waits for its deposit. */
export function DepositBanner({ deposit: { open, isInvoiced } }: { deposit: Deposit }) {
  return (
    <Banner tone="wait">
      <IconWarning />
      <p>Waiting for the deposit of {formatTotal(open)}.</p>
      <p>We begin once it has come in. How to pay is {isInvoiced ? "on the invoice" : "below"}.</p>
    </Banner>
  );
}

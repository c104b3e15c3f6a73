import type { Invoice } from "#app/features/money/invoices.contract.ts";
import { Badge } from "#app/ui/badge.tsx";
import { describeInvoice } from "./words.rules.ts";

/** Where an invoice stands: what wants a hand comes first. */
export function InvoiceBadge({ invoice, today }: { invoice: Invoice; today: string }) {
  const { state, isMailDead } = invoice;
  const isOwed = state === "open" || state === "partly-paid";
  if (isMailDead && isOwed) return <Badge tone="out">Mail failed</Badge>;
  const { words, tone } = describeInvoice(invoice, today);
  return <Badge tone={tone}>{words}</Badge>;
}

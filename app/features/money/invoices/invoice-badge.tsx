import type { Invoice } from "#app/features/money/invoices.contract.ts";
import { Badge } from "#app/ui/badge.tsx";
import { invoiceStateLabels } from "./words.rules.ts";

const tones = { open: undefined, "partly-paid": "low", paid: "ok", credited: "wait" } as const;

/** Where an invoice stands: what wants a hand comes first. */
export function InvoiceBadge({ invoice, today }: { invoice: Invoice; today: string }) {
  const { state, dueOn, isMailDead } = invoice;
  const isOwed = state === "open" || state === "partly-paid";
  if (isMailDead && isOwed) return <Badge tone="out">Mail failed</Badge>;
  if (state === "open" && dueOn < today) return <Badge tone="out">Past due</Badge>;
  return <Badge tone={tones[state]}>{invoiceStateLabels[state]}</Badge>;
}

import { dayAt } from "#app/contract/calendar.ts";
import { writeCents } from "#app/contract/money.ts";
import type { Tx } from "#app/platform/db/client.server.ts";
import { newId } from "#app/platform/db/columns.server.ts";
import { readNow } from "#app/platform/db/now.server.ts";
import { lockCredit, type Payer } from "./ledger.server.ts";
import { insertPayments } from "./queries.server.ts";

/**
 * Makes what a company or buyer has paid beyond their invoices another's, as the orders are. Rows of payments never change:
 * one takes it from here, and one gives it there.
 */
export async function moveCredit(
  tx: Tx,
  from: Payer,
  into: Payer,
  { who, timeZone }: { who: { id: string }; timeZone: string },
): Promise<void> {
  const cents = await lockCredit(tx, from);
  if (cents === 0n) return;
  const row = {
    ...{ booking: newId(), day: dayAt(await readNow(tx), timeZone) },
    ...{ kind: "transfer" as const, actorId: who.id },
  };
  await insertPayments(tx, [
    { ...row, ...from, amount: writeCents(-cents) },
    { ...row, ...into, amount: writeCents(cents) },
  ]);
}

import type { IdOrNumber } from "#app/contract/id.ts";
import { notFound } from "#app/contract/problem.ts";
import { findOrIssue, type InvoiceSettings } from "#app/features/documents/invoices.server.ts";
import { findOrder, findSheet, type Of } from "#app/features/documents/queries.server.ts";
import { sumReceived } from "#app/features/money/deposits/deposits.server.ts";
import * as contract from "#app/features/money/pay.contract.ts";
import { mayRead } from "#app/features/orders/access.server.ts";
import { findDeposit } from "#app/features/orders/deposit/deposit.server.ts";
import type { Db } from "#app/platform/db/client.server.ts";
import { type Person, type Served, serve } from "#app/platform/http/handler.server.ts";
import { refuse } from "#app/platform/http/refusal.server.ts";
import { isInvoicedByState, listOpenInvoicesOf } from "./queries.server.ts";

/** What `pay.contract.ts` declares, served. */
export function payApi(settings: InvoiceSettings): Served[] {
  const bank = settings.seller.bank.map(([label, value]) => ({ label, value }));
  const answer = (of: Of) => async (call: Call) => ({ ...(await listDebts(call, of)), bank });

  async function listDebts({ db, who, params }: Call, of: Of) {
    const source = of === "order" ? await findOrder(db, params.id) : await findSheet(db, params.id);
    if (!source || !(await mayRead(db, who, source))) {
      refuse(notFound, `This ${of === "order" ? "order" : "order sheet"} does not exist.`);
    }
    const open = await listOpenInvoicesOf(db, of, source.id);
    if (open.length > 0) return { invoices: open, deposit: null };
    const asked = { orderId: source.id, sheetId: of === "sheet" ? source.id : source.sheetId };
    const found = await findDeposit(db, { sumReceived }, asked);
    const isMissing = found && Number(found.open) > 0 && !found.isInvoiced;
    const deposit = isMissing ? { reference: found.name, amount: found.open } : null;
    if (!(await isInvoicedByState(db, of, source.id))) return { invoices: open, deposit };
    await findOrIssue(db, settings, of, source.id);
    return { invoices: await listOpenInvoicesOf(db, of, source.id), deposit: null };
  }

  return [
    serve(contract.findOrderPaymentInstructions, answer("order")),
    serve(contract.findSheetPaymentInstructions, answer("sheet")),
  ];
}

type Call = { db: Db; who: Person; params: { id: IdOrNumber } };

import { recordExport } from "#app/features/audit/queries.server.ts";
import { moneyActions } from "#app/features/money/audit-actions.server.ts";
import * as contract from "#app/features/money/export.contract.ts";
import type { Db } from "#app/platform/db/client.server.ts";
import { type Served, serve } from "#app/platform/http/handler.server.ts";
import { writeCsv, writeXlsx } from "./files.server.ts";
import * as queries from "./queries.server.ts";

/** What `export.contract.ts` declares, served. */
export function exportApi(): Served[] {
  return [
    serve(contract.downloadAccounts, async (call) => {
      const { separator, ...period } = call.query;
      await recordExport(call, { action: moneyActions.export, ...toRecord(period, "csv") });
      const { invoices, creditNotes, payments } = await listAll(call.db, period);
      call.setHeader("Content-Disposition", `attachment; filename="${nameFile(period)}.csv"`);
      return new Blob([writeCsv([...invoices, ...creditNotes, ...payments], separator)]).stream();
    }),

    serve(contract.downloadAccountsWorkbook, async (call) => {
      const period = call.query;
      await recordExport(call, { action: moneyActions.export, ...toRecord(period, "xlsx") });
      const bytes = await writeXlsx(await listAll(call.db, period));
      call.setHeader("Content-Disposition", `attachment; filename="${nameFile(period)}.xlsx"`);
      return new Blob([Uint8Array.from(bytes)]).stream();
    }),
  ];
}

async function listAll(db: Db, period: queries.Period) {
  const [invoices, creditNotes, payments] = await Promise.all([
    queries.listInvoices(db, period),
    queries.listCreditNotes(db, period),
    queries.listPayments(db, period),
  ]);
  return { invoices, creditNotes, payments };
}

function toRecord(
  { from = null, to = null }: { from?: string | null | undefined; to?: string | null | undefined },
  form: string,
) {
  return { object: "accounts", objectId: "accounts", before: null, after: { from, to, form } };
}

function nameFile({ from, to }: queries.Period): string {
  return ["accounts", from, to].filter(Boolean).join("-");
}

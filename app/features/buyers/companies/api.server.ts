import { dayAt } from "#app/contract/calendar.ts";
import type { IdOrNumber } from "#app/contract/id.ts";
import { toCents, writeCents } from "#app/contract/money.ts";
import { MAX_ROWS } from "#app/contract/page.ts";
import { notFound } from "#app/contract/problem.ts";
import { recordAction } from "#app/features/audit/queries.server.ts";
import { buyerActions } from "#app/features/buyers/audit-actions.server.ts";
import * as contract from "#app/features/buyers/companies.contract.ts";
import { COUNT_LIMIT } from "#app/features/buyers/facts.ts";
import { countCustomers, listCustomers } from "#app/features/buyers/queries.server.ts";
import { readCursor, toCursor } from "#app/features/buyers/sort.server.ts";
import { companyChanged } from "#app/features/companies/problems.ts";
import { lockCompany, updateCompany } from "#app/features/companies/queries.server.ts";
import { findTyped } from "#app/features/orders/find/search.server.ts";
import { catchUp } from "#app/features/orders/sums/sums.server.ts";
import { type Db, inTransaction, type Tx } from "#app/platform/db/client.server.ts";
import { requirePermission } from "#app/platform/http/access.server.ts";
import { type Served, serve } from "#app/platform/http/handler.server.ts";
import { readVersion } from "#app/platform/http/if-match.server.ts";
import { answerPage, countUpTo } from "#app/platform/http/pagination.server.ts";
import { refuse } from "#app/platform/http/refusal.server.ts";
import * as queries from "./queries.server.ts";

type SetHeader = (name: string, value: string) => void;

/** The calls of staff about companies. */
export function companiesOfBuyersApi({ timeZone }: { timeZone: string }): Served[] {
  return [
    serve(contract.listCompanies, async (call) => {
      const { db, query } = call;
      const { sort = "name", limit = MAX_ROWS } = query;
      const today = dayAt(new Date(), timeZone);
      await catchUp(db);
      const page = { sort, rows: limit + 1, after: readCursor(sort, query.after) };
      const { rows, total: found } = await findTyped(db, query.q, { isStaff: true }, async (q) => {
        const asked = { q, onlyCompanies: true };
        const [rows, total] = await Promise.all([
          listCustomers(db, today, { ...asked, ...page }),
          countCustomers(db, today, asked),
        ]);
        return { rows, total };
      });
      const total = countUpTo(call, COUNT_LIMIT, found);
      return answerPage(call, { rows, total, limit, toCursor: (row) => toCursor(sort, row) });
    }),

    serve(contract.findCompanyPage, async ({ db, params, setHeader }) => {
      await catchUp(db);
      return answerCompany(db, params.id, setHeader);
    }),

    serve(contract.saveTerms, async ({ db, who, from, params, headers, body, setHeader }) => {
      await inTransaction(db, async (tx) => {
        const id = (await queries.resolveCompany(tx, params.id)) ?? refuseUnknown();
        const company = (await lockCompany(tx, id)) ?? refuseUnknown();
        if (readVersion(headers["if-match"]) !== company.version) {
          const detail = "Somebody has changed something in the meantime. Please check it and try again.";
          refuse(companyChanged, detail, undefined, await answerCompany(tx, id, setHeader));
        }
        const before = readTerms(company);
        const after = readTerms(body);
        if (before.termsDays !== after.termsDays || before.creditLimit !== after.creditLimit) {
          requirePermission(who, "manage-money");
        }
        const isSame = JSON.stringify([before, company.notes]) === JSON.stringify([after, body.notes]);
        if (isSame) return;
        await updateCompany(tx, id, body);
        const about = { action: buyerActions.setTerms, object: company.name, objectId: id };
        // Without the words of the notes: nothing can be deleted from the record.
        await recordAction(tx, { who, from }, { ...about, before, after });
      });
      return answerCompany(db, params.id, setHeader);
    }),
  ];
}

type Terms = { termsDays: number | null; creditLimit: string | null; tolerance: number };

/** What was agreed, the limit with its cents. */
function readTerms({ termsDays, creditLimit, tolerance }: Terms): Terms {
  return { termsDays, creditLimit: creditLimit && writeCents(toCents(creditLimit)), tolerance };
}

async function answerCompany(db: Db | Tx, idOrNumber: IdOrNumber, setHeader: SetHeader) {
  const { company, version } = (await queries.findCompanyPage(db, idOrNumber)) ?? refuseUnknown();
  setHeader("ETag", `"${version}"`);
  return contract.companyPage.parse(company);
}

function refuseUnknown(): never {
  refuse(notFound, "There is no such company.");
}

import { dayAt } from "#app/contract/calendar.ts";
import type { IdOrNumber } from "#app/contract/id.ts";
import { toCents, writeCents } from "#app/contract/money.ts";
import { MAX_ROWS } from "#app/contract/page.ts";
import { notFound } from "#app/contract/problem.ts";
import { recordAction } from "#app/features/audit/queries.server.ts";
import { buyerActions } from "#app/features/buyers/audit-actions.server.ts";
import * as contract from "#app/features/buyers/companies.contract.ts";
import { COUNT_LIMIT } from "#app/features/buyers/facts.ts";
import * as changes from "#app/features/buyers/founding.contract.ts";
import * as problems from "#app/features/buyers/problems.ts";
import { countCustomers, listCustomers } from "#app/features/buyers/queries.server.ts";
import { readCursor, toCursor } from "#app/features/buyers/sort.server.ts";
import { mailInvitation, makeSecret } from "#app/features/companies/mails.server.ts";
import { alreadyMember, companyChanged, staffCannotJoin } from "#app/features/companies/problems.ts";
import * as companyQueries from "#app/features/companies/queries.server.ts";
import { findTyped } from "#app/features/orders/find/search.server.ts";
import { catchUp } from "#app/features/orders/sums/sums.server.ts";
import { type Db, inTransaction, type Tx } from "#app/platform/db/client.server.ts";
import { requirePermission } from "#app/platform/http/access.server.ts";
import { type Served, serve } from "#app/platform/http/handler.server.ts";
import { withIdempotencyKey } from "#app/platform/http/idempotency.server.ts";
import { readVersion } from "#app/platform/http/if-match.server.ts";
import { answerPage, countUpTo } from "#app/platform/http/pagination.server.ts";
import { refuse } from "#app/platform/http/refusal.server.ts";
import type { EmailContext } from "#app/platform/mail/layout.server.ts";
import { mailMerged, mailNamed } from "./mails.server.ts";
import { lockBoth, mergeInto } from "./merging.server.ts";
import * as queries from "./queries.server.ts";

const acknowledged = true as const;

type SetHeader = (name: string, value: string) => void;

type CompaniesSettings = { timeZone: string; emailContext: EmailContext };

/** The calls of staff about companies. */
export function companiesOfBuyersApi({ timeZone, emailContext }: CompaniesSettings): Served[] {
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
        const company = (await companyQueries.lockCompany(tx, id)) ?? refuseUnknown();
        if (readVersion(headers["if-match"]) !== company.version) {
          const detail = "Somebody has changed something in the meantime. Please check it and try again.";
          refuse(companyChanged, detail, undefined, await answerCompany(tx, id, setHeader));
        }
        const before = readTerms(company);
        const after = readTerms(body);
        const money = ["termsDays", "creditLimit", "depositPercent"] as const;
        if (money.some((term) => before[term] !== after[term])) requirePermission(who, "manage-money");
        const isSame = JSON.stringify([before, company.notes]) === JSON.stringify([after, body.notes]);
        if (isSame) return;
        await companyQueries.updateCompany(tx, id, body);
        const about = { action: buyerActions.setTerms, object: company.name, objectId: id };
        // Without the words of the notes: nothing can be deleted from the record.
        await recordAction(tx, { who, from }, { ...about, before, after });
      });
      return answerCompany(db, params.id, setHeader);
    }),

    serve(changes.foundForCustomer, async ({ db, who, from, headers, body }) => {
      const { email, ...fields } = body;
      const request = {
        owner: who.id,
        key: headers["idempotency-key"],
        endpoint: changes.foundForCustomer,
        content: body,
      };
      return withIdempotencyKey(db, request, async (tx) => {
        await refuseOthers(tx, email);
        const made = await companyQueries.insertCompany(tx, fields);
        await inviteManager(tx, { id: made.id, name: fields.name }, email, who.id);
        const about = { action: buyerActions.foundCompany, object: fields.name, objectId: made.id };
        await recordAction(tx, { who, from }, { ...about, before: null, after: { manager: email } });
        return { acknowledged, insertedId: made.id, number: made.number };
      });
    }),

    serve(changes.nameManager, async ({ db, who, from, params, headers, body: { email } }) => {
      const content = { ...params, email };
      const request = { owner: who.id, key: headers["idempotency-key"], endpoint: changes.nameManager, content };
      return withIdempotencyKey(db, request, async (tx) => {
        const id = (await queries.resolveCompany(tx, params.id)) ?? refuseUnknown();
        const company = (await companyQueries.lockCompany(tx, id)) ?? refuseUnknown();
        refuseClosed(company);
        const members = await companyQueries.listMembers(tx, id);
        const manager = members.find(({ role }) => role === "manager");
        if (manager)
          refuse(problems.hasManager, `${manager.name} is a manager of ${company.name}, and can name others.`);
        const member = members.find((one) => one.email === email);
        if (member) {
          await companyQueries.updateMember(tx, member._id, { role: "manager", orderLimit: null });
          await companyQueries.updateCompany(tx, id);
          await mailNamed(tx, member, company, emailContext);
        } else {
          await refuseOthers(tx, email);
          await inviteManager(tx, company, email, who.id);
        }
        const about = { action: buyerActions.nameManager, object: company.name, objectId: id };
        await recordAction(tx, { who, from }, { ...about, before: null, after: { manager: email, invited: !member } });
        return { acknowledged, isInvited: !member };
      });
    }),

    serve(changes.mergeCompany, async ({ db, who, from, params, headers, body: { into } }) => {
      const content = { ...params, into };
      const request = { owner: who.id, key: headers["idempotency-key"], endpoint: changes.mergeCompany, content };
      return withIdempotencyKey(db, request, async (tx) => {
        const id = (await queries.findCompanyId(tx, params.id)) ?? refuseUnknown();
        if (id === into) refuse(problems.sameCompany, "Choose another company to merge this one into.");
        const both = (await lockBoth(tx, id, into)) ?? refuseUnknown();
        refuseClosed(both.from);
        refuseClosed(both.into);
        if (readVersion(headers["if-match"]) !== both.from.version) {
          refuse(companyChanged, "Somebody has changed something in the meantime. Please check it and try again.");
        }
        const done = await mergeInto(tx, both, { who, timeZone });
        const { name } = both.into;
        const about = { action: buyerActions.mergeCompany, object: both.from.name, objectId: id };
        await recordAction(tx, { who, from }, { ...about, before: null, after: { into: name, intoId: into, ...done } });
        await mailMerged(tx, both.from, both.into, emailContext);
        return { acknowledged, number: both.into.number, ...done };
      });
    }),
  ];

  /** Mails an invitation to manage this company, in place of an earlier one. */
  async function inviteManager(tx: Tx, { id, name }: { id: string; name: string }, email: string, invitedBy: string) {
    const { token, hash } = makeSecret();
    const rights = { role: "manager" as const, orderLimit: null };
    await companyQueries.replaceInvitation(tx, { companyId: id, email, ...rights, hash, invitedBy });
    await mailInvitation(tx, { email, company: name, role: "manager", token }, emailContext);
  }
}

function refuseClosed({ name, closedAt }: { name: string; closedAt: string | null }): void {
  if (closedAt !== null) refuse(problems.companyClosed, `${name} is closed, or was merged into another company.`);
}

/** Whoever works for the shop, or belongs to another company, cannot accept. */
async function refuseOthers(tx: Tx, email: string): Promise<void> {
  const found = await queries.findAccount(tx, email);
  if (found?.isStaff) {
    const message = "This is an account of staff, who belong to no company";
    refuse(staffCannotJoin, `${message}.`, [{ field: "email", message }]);
  }
  if (found?.company) {
    const message = `This account belongs to ${found.company}`;
    refuse(alreadyMember, `${message}.`, [{ field: "email", message }]);
  }
}

type Terms = { termsDays: number | null; creditLimit: string | null; depositPercent: number; tolerance: number };

/** What was agreed, the limit with its cents. */
function readTerms({ termsDays, creditLimit, depositPercent, tolerance }: Terms): Terms {
  return { termsDays, creditLimit: creditLimit && writeCents(toCents(creditLimit)), depositPercent, tolerance };
}

async function answerCompany(db: Db | Tx, idOrNumber: IdOrNumber, setHeader: SetHeader) {
  const { company, version } = (await queries.findCompanyPage(db, idOrNumber)) ?? refuseUnknown();
  setHeader("ETag", `"${version}"`);
  return contract.companyPage.parse(company);
}

function refuseUnknown(): never {
  refuse(notFound, "There is no such company.");
}

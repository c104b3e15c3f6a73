import { notFound } from "#app/contract/problem.ts";
import { linkSpent, otherAddress } from "#app/features/identity/problems.ts";
import { refuseUnverified } from "#app/features/identity/verified.server.ts";
import { type Db, inTransaction, type Tx } from "#app/platform/db/client.server.ts";
import type { Network } from "#app/platform/http/client-address.server.ts";
import { type Person, type Served, serve } from "#app/platform/http/handler.server.ts";
import { withIdempotencyKey, withLimitAndKey } from "#app/platform/http/idempotency.server.ts";
import { readVersion } from "#app/platform/http/if-match.server.ts";
import { limitAction, takeUse } from "#app/platform/http/limits.server.ts";
import { refuse } from "#app/platform/http/refusal.server.ts";
import type { EmailContext } from "#app/platform/mail/layout.server.ts";
import * as changes from "./changes.contract.ts";
import * as contract from "./contract.ts";
import { INVITATION_DAYS } from "./facts.ts";
import type { CompanyLimits } from "./limits.server.ts";
import * as mails from "./mails.server.ts";
import * as problems from "./problems.ts";
import * as queries from "./queries.server.ts";

type CompanySettings = {
  limits: CompanyLimits;
  emailContext: EmailContext;
  /** Makes a person's orders and sheets that belong to no company, and what they have paid beyond them, this one's. */
  bringOrders: (tx: Tx, who: Person, company: { id: string; name: string }) => Promise<void>;
};

type SetHeader = (name: string, value: string) => void;
type Mine = NonNullable<Awaited<ReturnType<typeof queries.lockMembership>>>;

const acknowledged = true as const;
const MOST_ADDRESSES = 100;
const NO_COMPANY = "You do not belong to a company.";
const SPENT = "This invitation was used or withdrawn, or is too old. Ask your colleague for a new one.";

/** What `contract.ts` declares, served. */
export function companiesApi({ limits, emailContext, bringOrders }: CompanySettings): Served[] {
  return [
    serve(contract.findCompany, ({ db, who, setHeader }) => answerCompany(db, who, setHeader)),

    serve(contract.findMembership, async ({ db, who }) => {
      const found = await queries.findMembership(db, who.id);
      return { membership: found ? { ...found, addresses: await queries.listAddresses(db, found.companyId) } : null };
    }),

    serve(contract.findInvitation, async ({ db, params, network }) => {
      await limits.take("invitation-link", network);
      const found = await queries.findInvitation(db, mails.hashSecret(params.token));
      return found ?? refuse(linkSpent, SPENT);
    }),

    serve(changes.foundCompany, async ({ db, who, network, headers, body }) => {
      refuseStaff(who);
      refuseUnverified(who);
      const { bringOrders: brings, ...fields } = body;
      const request = {
        owner: who.id,
        key: headers["idempotency-key"],
        endpoint: changes.foundCompany,
        content: body,
      };
      return withLimitAndKey(
        <Done>(work: () => Promise<Done>) => limitAction<"company", Done>(limits, "company", who, network, work),
        db,
        request,
        async (tx) => {
          const made = await queries.insertCompany(tx, fields);
          const isIn = await queries.insertMember(tx, { userId: who.id, companyId: made.id, role: "manager" });
          if (!isIn) refuse(problems.alreadyMember, "You belong to a company already. Leave it first.");
          await askForDocumentsEmail(tx, who, network, { ...fields, id: made.id });
          if (brings) await bringOrders(tx, who, { id: made.id, name: fields.name });
          return { acknowledged, insertedId: made.id, number: made.number };
        },
      );
    }),

    serve(changes.saveCompany, async ({ db, who, network, headers, body, setHeader }) => {
      await manage(db, who, network, { ifMatch: headers["if-match"], setHeader }, async (tx, mine) => {
        const before = await queries.lockCompany(tx, mine.companyId);
        const isSame = before?.documentsEmail === body.documentsEmail;
        await queries.updateCompany(tx, mine.companyId, {
          ...body,
          ...(isSame
            ? {}
            : { isDocumentsEmailConfirmed: false, documentsLinkHash: null, documentsLinkExpiresAt: null }),
        });
        if (!isSame) await askForDocumentsEmail(tx, who, network, { ...body, id: mine.companyId });
      });
      return answerCompany(db, who, setHeader);
    }),

    serve(changes.confirmDocumentsEmail, async ({ db, params, network }) => {
      await limits.take("invitation-link", network);
      const found = await inTransaction(db, (tx) => queries.confirmDocumentsEmail(tx, mails.hashSecret(params.token)));
      const { company, email } = found ?? refuse(linkSpent, "This link is too old, or the address was changed.");
      return { company, email: email ?? refuse(linkSpent, "The address was changed.") };
    }),

    serve(changes.addAddress, async ({ db, who, network, headers, body }) => {
      await takeUse<"company">(limits, "company", who, network);
      const request = { owner: who.id, key: headers["idempotency-key"], endpoint: changes.addAddress, content: body };
      return withIdempotencyKey(db, request, async (tx) => {
        const mine = await requireManager(tx, who);
        if ((await queries.countAddresses(tx, mine.companyId)) >= MOST_ADDRESSES) {
          refuse(problems.tooManyAddresses, `A company has at most ${MOST_ADDRESSES} addresses.`);
        }
        await refuseTakenLabel(tx, mine.companyId, body.label);
        const insertedId = await queries.writeAddress(tx, mine.companyId, body);
        if (!insertedId) throw new Error("the address was not written");
        await queries.updateCompany(tx, mine.companyId);
        return { acknowledged, insertedId };
      });
    }),

    serve(changes.saveAddress, async ({ db, who, network, params, headers, body, setHeader }) => {
      await manage(db, who, network, { ifMatch: headers["if-match"], setHeader }, async (tx, mine) => {
        await refuseTakenLabel(tx, mine.companyId, body.label, params.id);
        const written = await queries.writeAddress(tx, mine.companyId, body, params.id);
        if (!written) refuse(notFound, "This address is not in your address book.");
        await queries.updateCompany(tx, mine.companyId);
      });
      return answerCompany(db, who, setHeader);
    }),

    serve(changes.removeAddress, async ({ db, who, network, params, headers, setHeader }) => {
      await manage(db, who, network, { ifMatch: headers["if-match"], setHeader }, async (tx, mine) => {
        const isGone = await queries.deleteAddress(tx, mine.companyId, params.id);
        if (!isGone) refuse(notFound, "This address is not in your address book.");
        await queries.updateCompany(tx, mine.companyId);
      });
      return answerCompany(db, who, setHeader);
    }),

    serve(changes.saveMember, async ({ db, who, network, params, headers, body, setHeader }) => {
      await manage(db, who, network, { ifMatch: headers["if-match"], setHeader }, async (tx, mine) => {
        const member = await queries.findMember(tx, mine.companyId, params.id);
        if (!member) refuse(notFound, "This person is not in your company.");
        if (member.role === "manager" && body.role !== "manager") await refuseLastManager(tx, mine, params.id);
        await queries.updateMember(tx, params.id, toRights(body));
        await queries.updateCompany(tx, mine.companyId);
      });
      return answerCompany(db, who, setHeader);
    }),

    serve(changes.removeMember, async ({ db, who, network, params }) => {
      await takeUse<"company">(limits, "company", who, network);
      return inTransaction(db, async (tx) => {
        const isSelf = params.id === who.id;
        const mine = isSelf
          ? ((await queries.lockMembership(tx, who.id)) ?? refuse(notFound, NO_COMPANY))
          : await requireManager(tx, who);
        const member = await queries.findMember(tx, mine.companyId, params.id);
        if (!member) refuse(notFound, "This person is not in your company.");
        if (member.role === "manager") await refuseLastManager(tx, mine, params.id);
        await queries.deleteMember(tx, params.id);
        await queries.updateCompany(tx, mine.companyId);
        if (!isSelf && member.emailVerified) {
          await mails.mailRemoved(tx, { ...member, company: mine.company }, emailContext);
        }
        return { acknowledged };
      });
    }),

    serve(changes.invite, async ({ db, who, network, headers, body }) => {
      refuseUnverified(who);
      const request = { owner: who.id, key: headers["idempotency-key"], endpoint: changes.invite, content: body };
      // Whoever may not invite uses nothing up.
      await inTransaction(db, (tx) => requireManager(tx, who));
      return withLimitAndKey(
        <Done>(work: () => Promise<Done>) => limitAction<"invitation", Done>(limits, "invitation", who, network, work),
        db,
        request,
        async (tx) => {
          const mine = await requireManager(tx, who);
          const members = await queries.listMembers(tx, mine.companyId);
          if (members.some(({ email }) => email === body.email)) {
            const message = "This person is in your company already";
            refuse(problems.alreadyMember, `${message}.`, [{ field: "email", message }]);
          }
          const { token, hash } = mails.makeSecret();
          const { companyId, company } = mine;
          const rights = toRights(body);
          await queries.replaceInvitation(tx, { companyId, email: body.email, ...rights, hash, invitedBy: who.id });
          await mails.mailInvitation(tx, { email: body.email, company, role: body.role, token }, emailContext);
          return { acknowledged };
        },
      );
    }),

    serve(changes.withdrawInvitation, async ({ db, who, network, params }) => {
      await takeUse<"company">(limits, "company", who, network);
      return inTransaction(db, async (tx) => {
        const mine = await requireManager(tx, who);
        const isGone = await queries.deleteInvitation(tx, mine.companyId, params.id);
        if (!isGone) refuse(notFound, "This invitation was accepted or withdrawn.");
        return { acknowledged };
      });
    }),

    serve(changes.acceptInvitation, async ({ db, who, network, headers, params }) => {
      await limits.take("invitation-link", network);
      const hash = mails.hashSecret(params.token);
      const request = {
        owner: who.id,
        key: headers["idempotency-key"],
        endpoint: changes.acceptInvitation,
        content: hash,
      };
      return withIdempotencyKey(db, request, async (tx) => {
        const found = (await queries.findInvitation(tx, hash)) ?? refuse(linkSpent, SPENT);
        if (found.email !== who.email) {
          refuse(
            otherAddress,
            `This invitation is for ${found.email}, and you are logged in as ${who.email}. Log in with that address.`,
          );
        }
        refuseStaff(who);
        refuseUnverified(who);
        const company = await queries.lockCompany(tx, found.companyId);
        const isTaken = company && !company.closedAt && (await queries.takeInvitation(tx, found.id));
        if (!isTaken) refuse(linkSpent, SPENT);
        const { companyId, role, orderLimit } = found;
        const managers = await queries.listManagers(tx, companyId);
        const isIn = await queries.insertMember(tx, { userId: who.id, companyId, role, orderLimit });
        if (!isIn) refuse(problems.alreadyMember, "You belong to a company already. Leave it first.");
        await queries.updateCompany(tx, companyId);
        await mails.mailJoined(tx, managers, { ...who, company: company.name, role }, emailContext);
        return { acknowledged, company: company.name };
      });
    }),
  ];

  /** What a manager changes, if the company is still the version that `If-Match` names. */
  async function manage(
    db: Db,
    who: Person,
    network: Network,
    { ifMatch, setHeader }: { ifMatch: string | undefined; setHeader: SetHeader },
    work: (tx: Tx, mine: Mine) => Promise<void>,
  ): Promise<void> {
    await takeUse<"company">(limits, "company", who, network);
    await inTransaction(db, async (tx) => {
      const mine = await requireManager(tx, who);
      if (readVersion(ifMatch) !== mine.version) {
        const detail = "A colleague has changed something in the meantime. Please check it and try again.";
        refuse(problems.companyChanged, detail, undefined, await answerCompany(tx, who, setHeader));
      }
      await work(tx, mine);
    });
  }

  /** Mails a link to a new address for documents. A manager's own address is confirmed already. */
  async function askForDocumentsEmail(
    tx: Tx,
    who: Person,
    network: Network,
    { id, name, documentsEmail }: { id: string; name: string; documentsEmail: string | null },
  ): Promise<void> {
    if (documentsEmail === null) return;
    if (documentsEmail === who.email && who.isVerified) {
      return queries.updateCompany(tx, id, { isDocumentsEmailConfirmed: true });
    }
    await takeUse<"documents-email">(limits, "documents-email", who, network);
    const { token, hash } = mails.makeSecret();
    const documentsLinkExpiresAt = new Date(Date.now() + INVITATION_DAYS * 86_400_000).toISOString();
    await queries.updateCompany(tx, id, { documentsLinkHash: hash, documentsLinkExpiresAt });
    await mails.mailDocumentsLink(tx, { email: documentsEmail, company: name, token }, emailContext);
  }
}

/** @throws Refusal not-found, managers-only */
async function requireManager(tx: Tx, who: Person): Promise<Mine> {
  const mine = (await queries.lockMembership(tx, who.id)) ?? refuse(notFound, NO_COMPANY);
  if (mine.role !== "manager") refuse(problems.managersOnly, "Only managers of the company may do this.");
  return mine;
}

function refuseStaff(who: Person): void {
  if (who.isAdmin || who.isRestingAdmin) {
    refuse(problems.staffCannotJoin, "Whoever works for the shop cannot belong to a company that buys.");
  }
}

async function refuseLastManager(tx: Tx, { companyId }: Mine, userId: string): Promise<void> {
  if (await queries.hasOtherManager(tx, companyId, userId)) return;
  refuse(problems.lastManager, "A company needs a manager. Make somebody else a manager first.");
}

async function refuseTakenLabel(tx: Tx, companyId: string, label: string, butId?: string): Promise<void> {
  if (!(await queries.isLabelTaken(tx, companyId, label, butId))) return;
  const message = "Another address has this name";
  refuse(problems.labelTaken, `${message}.`, [{ field: "label", message }]);
}

/** Only purchasers have a limit: managers approve, and viewers order nothing. */
function toRights({ role, orderLimit }: { role: Mine["role"]; orderLimit: string | null }) {
  return { role, orderLimit: role === "purchaser" ? orderLimit : null };
}

async function answerCompany(db: Db | Tx, who: Person, setHeader: SetHeader) {
  const { company, version } = (await queries.findCompany(db, who.id)) ?? refuse(notFound, NO_COMPANY);
  setHeader("ETag", `"${version}"`);
  // Parsed here too, because a refusal may carry it: no column gets out unless the contract names it.
  return contract.company.parse(company);
}

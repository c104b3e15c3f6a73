import { id } from "#app/contract/id.ts";
import { recordAct } from "#app/features/audit/queries.server.ts";
import { isAdminAddress } from "#app/features/identity/queries.server.ts";
import { inTransaction, type Tx } from "#app/platform/db/client.server.ts";
import { answerPage, readPage } from "#app/platform/http/page.server.ts";
import { refuse } from "#app/platform/http/refusal.server.ts";
import { type Person, serve } from "#app/platform/http/serve.server.ts";
import * as contract from "./contract.ts";
import * as queries from "./queries.server.ts";

const acknowledged = true as const;

export const profilesApi = [
  serve(contract.isAdmin, async ({ db, who, params }) => {
    if (params.email === who.email) return { admin: who.isAdmin };
    if (!who.isAdmin) refuse("not-allowed", "This can only be asked of one's own address.");
    return { admin: await isAdminAddress(db, params.email) };
  }),

  serve(contract.findMyProfile, async ({ db, who, params }) => {
    if (params.email !== who.email) refuse("not-allowed", "This is not your profile.");
    return (await queries.findProfile(db, who.id)) ?? refuse("not-signed-in", "This account is gone.");
  }),

  serve(contract.saveMyProfile, async ({ db, who, params, body }) => {
    const isOwn = params.email === who.email && body.email === who.email;
    if (!isOwn) refuse("not-allowed", "This is not your profile.");
    const { name: _, email: __, ...told } = body;
    const { isNew } = await queries.saveProfile(db, { userId: who.id, ...told });
    return { acknowledged, modifiedCount: isNew ? 0 : 1, upsertedCount: isNew ? 1 : 0 };
  }),

  serve(contract.listProfiles, async (call) => {
    const { db, query } = call;
    const { limit, after } = readPage(query, id);
    const [rows, total] = await Promise.all([
      queries.listProfiles(db, { q: query.q, limit, after }),
      queries.countProfiles(db, query.q),
    ]);
    return answerPage(call, { rows, total, limit, cursorOf: (row) => row._id });
  }),

  serve(contract.makeAdmin, async ({ db, who, from, params }) => {
    const granted = await inTransaction(db, async (tx) => {
      await lockAdminsFor(tx, who);
      const person = await queries.grantAdmin(tx, params.email);
      if (person) await recordAct(tx, { who, from }, roleChange("make-admin", person));
      return person;
    });
    return { acknowledged, modifiedCount: granted ? 1 : 0 };
  }),

  serve(contract.demoteAdmin, async ({ db, who, from, params }) => {
    const modifiedCount = await inTransaction(db, async (tx) => {
      const admins = await lockAdminsFor(tx, who);
      const person = admins.find(({ email }) => email === params.email);
      if (!person) return 0;
      if (admins.length === 1) refuse("last-admin", "The last admin stays an admin. Make somebody else one first.");
      await queries.revokeAdmin(tx, person.id);
      await recordAct(tx, { who, from }, roleChange("demote-admin", person));
      return 1;
    });
    return { acknowledged, modifiedCount };
  }),

  serve(contract.removeProfile, async ({ db, who, from, params }) => {
    if (params.id === who.id) refuse("own-profile", "You can not remove yourself. Ask another admin.");
    const deletedCount = await inTransaction(db, async (tx) => {
      const admins = await lockAdminsFor(tx, who);
      const isLast = admins.length === 1 && admins[0]?.id === params.id;
      if (isLast) refuse("last-admin", "The last admin can not be removed.");
      const gone = await queries.deletePerson(tx, params.id);
      if (!gone) return 0;
      const { id: objectId, email, name, role } = gone;
      const before = { email, name, role };
      await recordAct(tx, { who, from }, { act: "remove-profile", object: email, objectId, before, after: null });
      return 1;
    });
    return { acknowledged, deletedCount };
  }),
];

/** Whoever acts on admins must still be one when it is their turn: another may have been faster. */
async function lockAdminsFor(tx: Tx, who: Person) {
  const admins = await queries.lockAdmins(tx);
  if (!admins.some(({ id }) => id === who.id)) refuse("not-allowed", "Only admins may do this.");
  return admins;
}

function roleChange(act: "make-admin" | "demote-admin", { id: objectId, email }: { id: string; email: string }) {
  const [before, after] = act === "make-admin" ? [null, "admin"] : ["admin", null];
  return { act, object: email, objectId, before: { role: before }, after: { role: after } };
}

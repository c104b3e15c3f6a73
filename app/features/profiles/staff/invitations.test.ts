import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { users } from "#app/features/identity/tables.server.ts";
import { staffInvitations } from "#app/features/profiles/tables.server.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { listMails } from "#test/mails.ts";
import { call, signedIn, type TestPerson } from "#test/people.ts";

let shop: TestApp;
let owner: TestPerson;

beforeEach(async () => {
  shop = await startTestApp();
  owner = await signedIn(shop.db, { role: "admin", name: "Olga Owner" });
});

const key = () => ({ "idempotency-key": crypto.randomUUID() });
const invite = (email: string, roles: string[] = ["orders"], as = owner) =>
  call(shop, "POST /staff/invitations", { as, body: { email, roles }, headers: key() });
const accept = (token: string, as: TestPerson) => call(shop, `POST /staffInvitations/${token}`, { as, headers: key() });
const open = async () => (await call(shop, "GET /staff/invitations", { as: owner })).json();
const codeOf = async (response: Response) => [response.status, (await response.json()).code];

async function tokenMailedTo(address: string): Promise<string> {
  const mails = (await listMails(shop.db)).filter(({ to }) => to.address === address);
  return /staff-invitation\?token=([\w-]+)/.exec(mails.at(-1)?.text ?? "")?.[1] ?? expect.unreachable();
}

describe("an invitation to the staff", () => {
  it("gives its roles to the invited address, once, and is mailed to all owners", async () => {
    const second = await signedIn(shop.db, { role: "admin" });
    const person = await signedIn(shop.db, { name: "Hana Sokol" });
    expect(await (await invite(person.email, ["orders", "accounts"])).json()).toEqual({ acknowledged: true });
    expect(await open()).toMatchObject([
      { email: person.email, roles: ["orders", "accounts"], invitedBy: "Olga Owner" },
    ]);
    const mailed = (await listMails(shop.db)).map(({ to, subject }) => [to.address, subject]);
    expect(mailed.toSorted()).toEqual(
      [
        [person.email, "You are invited to work at Rivet & Reed"],
        [owner.email, `Invited to the staff: ${person.email}`],
        [second.email, `Invited to the staff: ${person.email}`],
      ].toSorted(),
    );
    const token = await tokenMailedTo(person.email);
    const offer = await (await call(shop, `GET /staffInvitations/${token}`)).json();
    expect(offer).toEqual({ email: person.email, roles: ["orders", "accounts"], expiresAt: expect.any(String) });
    expect((await call(shop, "GET /allOrders", { as: person })).status).toBe(403);
    expect(await (await accept(token, person)).json()).toEqual({
      ...{ acknowledged: true, staffRoles: ["orders", "accounts"] },
    });
    expect((await call(shop, "GET /allOrders?limit=1", { as: person })).status).toBe(200);
    expect((await call(shop, "GET /staff", { as: person })).status).toBe(403);
    expect(await codeOf(await accept(token, person))).toEqual([404, "link-spent"]);
    expect(await open()).toEqual([]);
    const joined = (await listMails(shop.db)).filter(({ subject }) => subject.startsWith("Roles of"));
    expect(joined.map(({ to }) => to.address).toSorted()).toEqual([owner.email, second.email].toSorted());
  });

  it("is for its address alone, once confirmed, and not for members of a company", async () => {
    const person = await signedIn(shop.db, { emailVerified: false });
    await invite(person.email);
    const token = await tokenMailedTo(person.email);
    expect(await codeOf(await accept(token, await signedIn(shop.db)))).toEqual([403, "other-address"]);
    expect(await codeOf(await accept(token, person))).toEqual([403, "email-not-verified"]);
    await shop.db.update(users).set({ emailVerified: true }).where(eq(users.id, person.id));
    const founding = { as: person, body: { name: "Norrland Denim", country: "SE" }, headers: key() };
    expect((await call(shop, "POST /companies", founding)).status).toBe(200);
    expect(await codeOf(await accept(token, person))).toEqual([409, "belongs-to-company"]);
    expect((await call(shop, "GET /allOrders", { as: person })).status).toBe(403);
  });

  it("answers alike for every address, and only the newest link of one works, until it is withdrawn or too old", async () => {
    const person = await signedIn(shop.db);
    for (const address of [person.email, owner.email, "nobody@denim.example"])
      expect(await (await invite(address)).json()).toEqual({ acknowledged: true });
    const first = await tokenMailedTo(person.email);
    await invite(person.email, ["warehouse"]);
    const token = await tokenMailedTo(person.email);
    expect(await codeOf(await accept(first, person))).toEqual([404, "link-spent"]);
    const later = new Date(Date.now() - 1).toISOString();
    await shop.db.update(staffInvitations).set({ expiresAt: later }).where(eq(staffInvitations.email, person.email));
    expect(await codeOf(await accept(token, person))).toEqual([404, "link-spent"]);
    await invite(person.email);
    const [{ _id }] = await open();
    expect((await call(shop, `DELETE /staff/invitations/${_id}`, { as: owner })).status).toBe(200);
    expect(await codeOf(await accept(await tokenMailedTo(person.email), person))).toEqual([404, "link-spent"]);
  });

  it("adds to the roles that somebody has", async () => {
    const clerk = await signedIn(shop.db, { role: "admin", staffRoles: ["orders"] });
    await invite(clerk.email, ["warehouse"]);
    const answer = await accept(await tokenMailedTo(clerk.email), clerk);
    expect((await answer.json()).staffRoles).toEqual(["orders", "warehouse"]);
  });

  it.each([[[]], [["boss"]]])("refuses the roles %j", async (roles) => {
    expect((await invite("hana@denim.example", roles)).status).toBe(400);
  });
});

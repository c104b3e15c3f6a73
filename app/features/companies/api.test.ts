import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { users } from "#app/features/identity/tables.server.ts";
import { sumCredit } from "#app/features/money/ledger.server.ts";
import { payments } from "#app/features/money/tables.server.ts";
import { orderEvents } from "#app/features/orders/status/tables.server.ts";
import { orderSheets, orders } from "#app/features/orders/tables.server.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { buildTrim, newOrder, newSheet } from "#test/builders.ts";
import { buildCompany, callAsMember } from "#test/companies.ts";
import { listMails } from "#test/mails.ts";
import { call, signedIn, type TestPerson } from "#test/people.ts";
import { companies, companyInvitations, companyMembers } from "./tables.server.ts";

let shop: TestApp;

beforeAll(async () => {
  shop = await startTestApp({ limits: "off" });
});

const ask = (target: string, as: TestPerson, body?: object) => callAsMember(shop, target, as, body);
const mailsTo = async (address: string) => (await listMails(shop.db)).filter(({ to }) => to.address === address);
const membersOf = (companyId: string) =>
  shop.db.select().from(companyMembers).where(eq(companyMembers.companyId, companyId));
const fields = { name: "Çınaraltı Denim", country: "TR" };
const street = { label: "Cutting room", street: "İplikçi Sokak 11", postcode: "16000", town: "Bursa", country: "TR" };

/** The secret in the newest mail to this address. */
async function secretFor(address: string): Promise<string> {
  const mail = (await mailsTo(address)).at(-1);
  return /token=([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
}

describe("POST /companies", () => {
  it("founds a company whose manager the caller is", async () => {
    const founder = await signedIn(shop.db);
    const body = { ...fields, taxNumber: " TR 000 224 7731 ", documentsEmail: "" };
    const { status, answer } = await ask("POST /companies", founder, body);
    expect([status, answer]).toEqual([
      200,
      { acknowledged: true, insertedId: expect.any(String), number: expect.any(Number) },
    ]);
    expect((await ask("GET /company", founder)).answer).toMatchObject({
      ...{ _id: answer.insertedId, ...fields, taxNumber: "TR 000 224 7731", documentsEmail: null, role: "manager" },
      members: [{ _id: founder.id, email: founder.email, role: "manager", orderLimit: null }],
      ...{ invitations: [], addresses: [] },
    });
  });

  it("brings the caller's earlier orders and sheets along, if asked", async () => {
    const trim = await buildTrim(shop.db);
    const found = await Promise.all(
      [true, false].map(async (bringOrders) => {
        const founder = await signedIn(shop.db);
        await call(shop, "POST /orders", { as: founder, body: newOrder(founder, trim) });
        await ask("POST /orderSheets", founder, newSheet(founder, [trim]));
        const { answer } = await ask("POST /companies", founder, { ...fields, bringOrders });
        const [first] = await shop.db.select().from(orders).where(eq(orders.userId, founder.id));
        const [sheet] = await shop.db.select().from(orderSheets).where(eq(orderSheets.userId, founder.id));
        return [first, sheet].map((row) => [row?.companyId === answer.insertedId, row?.company]);
      }),
    );
    const brought = [true, fields.name];
    const left = [false, null];
    expect(found).toEqual([
      [brought, brought],
      [left, left],
    ]);
  });

  it("brings what the caller has paid beyond their invoices along, and has the sums counted again", async () => {
    const trim = await buildTrim(shop.db);
    const founder = await signedIn(shop.db);
    await call(shop, "POST /orders", { as: founder, body: newOrder(founder, trim) });
    const paid = { booking: randomUUID(), kind: "payment", amount: "12.34", day: "2026-11-28" } as const;
    await shop.db.insert(payments).values({ ...paid, userId: founder.id });
    const { answer } = await ask("POST /companies", founder, { ...fields, bringOrders: true });
    const payers = [
      { companyId: null, userId: founder.id },
      { companyId: answer.insertedId, userId: null },
    ];
    expect(await Promise.all(payers.map((payer) => sumCredit(shop.db, payer)))).toEqual([0n, 1234n]);
    const [order] = await shop.db.select().from(orders).where(eq(orders.userId, founder.id));
    const events = await shop.db
      .select()
      .from(orderEvents)
      .where(eq(orderEvents.orderId, order?.id ?? ""));
    expect(events.at(-1)).toMatchObject({ kind: "note", noteFor: "internal", actorId: founder.id });
  });

  it("is refused to staff, to members and to unconfirmed addresses, and of many at once makes one", async () => {
    const admin = await signedIn(shop.db, { role: "admin" });
    const unconfirmed = await signedIn(shop.db, { emailVerified: false });
    const { viewer } = await buildCompany(shop.db);
    const refused = [
      await ask("POST /companies", admin, fields),
      await ask("POST /companies", viewer, fields),
      await ask("POST /companies", unconfirmed, fields),
    ];
    expect(refused.map(({ status, answer }) => [status, answer.code])).toEqual([
      [409, "staff-cannot-join"],
      [409, "already-member"],
      [403, "email-not-verified"],
    ]);
    const founder = await signedIn(shop.db);
    const many = await Promise.all(Array.from({ length: 6 }, () => ask("POST /companies", founder, fields)));
    expect(many.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409]);
  });
});

describe("what members may do", () => {
  const calls: readonly [target: string, body?: object][] = [
    ["PUT /company", fields],
    ["POST /company/addresses", street],
    ["PUT /company/addresses/{address}", street],
    ["DELETE /company/addresses/{address}"],
    ["PUT /company/members/{member}", { role: "viewer" }],
    ["DELETE /company/members/{member}"],
    ["POST /company/invitations", { email: "cem@cinaralti.example", role: "viewer" }],
    ["DELETE /company/invitations/{invitation}"],
  ];

  it.each(calls)("%s: managers only; for another company's manager nothing of it exists", async (target, body) => {
    const company = await buildCompany(shop.db);
    const other = await buildCompany(shop.db);
    const third = await company.join("viewer");
    const { answer } = await ask("POST /company/addresses", company.manager, { ...street, label: "Dock 4" });
    await ask("POST /company/invitations", company.manager, { email: "a@denim.example", role: "viewer" });
    const [invitation] = (await ask("GET /company", company.manager)).answer.invitations;
    const path = target
      .replace("{address}", answer.insertedId)
      .replace("{member}", third.id)
      .replace("{invitation}", invitation._id);
    const statuses = async (...people: TestPerson[]) => {
      const found: number[] = [];
      for (const person of people) found.push((await ask(path, person, body)).status);
      return found;
    };
    expect(await statuses(company.viewer, company.purchaser)).toEqual([403, 403]);
    if (path !== target) expect(await statuses(other.manager)).toEqual([404]);
    expect(await statuses(company.manager)).toEqual([200]);
  });

  it("everybody reads, and sees nothing of another company", async () => {
    const company = await buildCompany(shop.db);
    const other = await buildCompany(shop.db);
    const stranger = await signedIn(shop.db);
    for (const person of [company.purchaser, company.viewer]) {
      const { answer } = await ask("GET /company", person);
      expect([answer.name, answer.members.length]).toEqual([company.name, 3]);
    }
    expect(JSON.stringify((await ask("GET /company", other.viewer)).answer)).not.toContain(company.manager.email);
    expect((await ask("GET /company", stranger)).status).toBe(404);
  });

  it("a change of an older version is refused with the present one", async () => {
    const { manager } = await buildCompany(shop.db);
    const seen = (await call(shop, "GET /company", { as: manager })).headers.get("etag") ?? "";
    expect((await ask("PUT /company", manager, { ...fields, name: "Newer" })).status).toBe(200);
    const late = await call(shop, "PUT /company", { as: manager, body: fields, headers: { "if-match": seen } });
    const none = await call(shop, "PUT /company", { as: manager, body: fields });
    expect([late.status, none.status]).toEqual([412, 412]);
    expect(await late.json()).toMatchObject({ code: "company-changed", now: { name: "Newer" } });
    expect(late.headers.get("etag")).not.toBe(seen);
  });

  it.each([
    ["2,500", "2500.00"],
    ["$1,234.5", "1234.50"],
    ["2500,50", "2500.50"],
    ["0", "0.00"],
    [12.3, "12.30"],
    ["", null],
    [null, null],
  ])("a purchaser's limit %j is %s", async (orderLimit, stored) => {
    const { manager, purchaser } = await buildCompany(shop.db);
    const { answer } = await ask(`PUT /company/members/${purchaser.id}`, manager, { role: "purchaser", orderLimit });
    expect(answer.members.find(({ _id }: { _id: string }) => _id === purchaser.id)).toMatchObject({
      orderLimit: stored,
    });
  });

  it.each(["1.234", "-5", "1e3", "many", "0.001"])("%j is no limit", async (orderLimit) => {
    const { manager, purchaser } = await buildCompany(shop.db);
    const { status, answer } = await ask(`PUT /company/members/${purchaser.id}`, manager, {
      role: "purchaser",
      orderLimit,
    });
    expect([status, answer.errors]).toEqual([
      400,
      [{ field: "orderLimit", message: "Please write an amount such as 2500 or 2500.50" }],
    ]);
  });

  it("managers and viewers have no limit", async () => {
    const { manager, purchaser } = await buildCompany(shop.db);
    await ask(`PUT /company/members/${purchaser.id}`, manager, { role: "manager", orderLimit: "10" });
    const [row] = await shop.db.select().from(companyMembers).where(eq(companyMembers.userId, purchaser.id));
    expect([row?.role, row?.orderLimit]).toEqual(["manager", null]);
  });
});

describe("the last manager", () => {
  it("can neither leave nor be another", async () => {
    const { manager, id } = await buildCompany(shop.db);
    const leave = await ask(`DELETE /company/members/${manager.id}`, manager);
    const step = await ask(`PUT /company/members/${manager.id}`, manager, { role: "viewer" });
    expect([leave, step].map(({ status, answer }) => [status, answer.code])).toEqual([
      [409, "last-manager"],
      [409, "last-manager"],
    ]);
    expect(await membersOf(id)).toHaveLength(3);
  });

  it("is still there after all managers removed one another, and themselves, at once", async () => {
    const company = await buildCompany(shop.db);
    const managers = [company.manager, await company.join("manager"), await company.join("manager")];
    const tried = await Promise.all(
      managers.flatMap((by) => managers.map((whom) => ask(`DELETE /company/members/${whom.id}`, by))),
    );
    expect(tried.filter(({ status }) => status === 200)).toHaveLength(2);
    const left = (await membersOf(company.id)).filter(({ role }) => role === "manager");
    expect(left).toHaveLength(1);
  });

  it("somebody who became staff is none, and no member", async () => {
    const company = await buildCompany(shop.db);
    const second = await company.join("manager");
    await shop.db.update(users).set({ role: "admin" }).where(eq(users.id, second.id));
    expect((await ask(`DELETE /company/members/${company.manager.id}`, company.manager)).answer.code).toBe(
      "last-manager",
    );
    expect((await ask("GET /company", second)).status).toBe(404);
    expect((await ask("GET /company", company.viewer)).answer.members).toHaveLength(3);
  });
});

describe("invitations", () => {
  const invite = (as: TestPerson, email: string, about: object = { role: "purchaser", orderLimit: "5000" }) =>
    ask("POST /company/invitations", as, { email, ...about });

  it("are mailed with the company's name, and accepted once by that address", async () => {
    const company = await buildCompany(shop.db, { name: "Atelier Vaubleu" });
    const person = await signedIn(shop.db, { name: "Elif Sarıgöl" });
    expect(await invite(company.manager, person.email)).toEqual({ status: 200, answer: { acknowledged: true } });
    const [mail] = await mailsTo(person.email);
    expect(mail?.subject).toBe("Atelier Vaubleu invites you to Rivet & Reed");
    expect(mail?.text).not.toContain(company.manager.name);
    const token = await secretFor(person.email);
    expect(await (await call(shop, `GET /invitations/${token}`)).json()).toMatchObject({
      ...{ company: "Atelier Vaubleu", email: person.email, role: "purchaser", orderLimit: "5000.00" },
    });
    const accepted = await ask(`POST /invitations/${token}`, person);
    expect(accepted).toEqual({ status: 200, answer: { acknowledged: true, company: "Atelier Vaubleu" } });
    const { answer } = await ask("GET /company", person);
    expect([answer.role, answer.invitations]).toEqual(["purchaser", []]);
    const [joined] = await mailsTo(company.manager.email);
    expect(joined?.subject).toBe("Elif Sarıgöl has joined Atelier Vaubleu");
    expect((await ask(`POST /invitations/${token}`, person)).answer.code).toBe("link-spent");
  });

  it("answers alike for addresses with an account, without one, and in another company", async () => {
    const { manager } = await buildCompany(shop.db);
    const other = await buildCompany(shop.db);
    const known = await signedIn(shop.db);
    const answers = [];
    for (const email of [known.email, `${randomUUID()}@nobody.example`, other.viewer.email]) {
      answers.push(await invite(manager, email));
    }
    expect(new Set(answers.map((one) => JSON.stringify(one))).size).toBe(1);
  });

  it("another account, an unconfirmed one, staff and members of a company are refused, each in clear words", async () => {
    const { manager } = await buildCompany(shop.db);
    const other = await buildCompany(shop.db);
    const unconfirmed = await signedIn(shop.db, { emailVerified: false });
    const admin = await signedIn(shop.db, { role: "admin" });
    const refusals = [];
    for (const [invited, opener] of [
      [unconfirmed, manager],
      [unconfirmed, unconfirmed],
      [admin, admin],
      [other.viewer, other.viewer],
    ] as const) {
      await invite(manager, invited.email);
      const { status, answer } = await ask(`POST /invitations/${await secretFor(invited.email)}`, opener);
      refusals.push([status, answer.code]);
    }
    expect(refusals).toEqual([
      [403, "other-address"],
      [403, "email-not-verified"],
      [409, "staff-cannot-join"],
      [409, "already-member"],
    ]);
  });

  it("used, withdrawn, replaced, expired and unknown links get one answer", async () => {
    const company = await buildCompany(shop.db);
    const tokens: string[] = ["unknown"];
    const person = await signedIn(shop.db);
    const offer = async () => {
      await invite(company.manager, person.email);
      const token = await secretFor(person.email);
      tokens.push(token);
      const { answer } = await ask("GET /company", company.manager);
      return answer.invitations[0];
    };
    await offer();
    const replaced = await offer();
    await ask(`DELETE /company/invitations/${replaced._id}`, company.manager);
    const late = await offer();
    const expiresAt = new Date(Date.now() - 1000).toISOString();
    await shop.db.update(companyInvitations).set({ expiresAt }).where(eq(companyInvitations.id, late._id));
    await offer();
    expect((await ask(`POST /invitations/${tokens.at(-1)}`, person)).status).toBe(200);
    for (const token of tokens) {
      const looked = await (await call(shop, `GET /invitations/${token}`)).json();
      const tried = (await ask(`POST /invitations/${token}`, person)).answer;
      expect([looked.code, tried.code, looked.detail]).toEqual(["link-spent", "link-spent", tried.detail]);
    }
  });

  it("opened many times at once, one makes one member", async () => {
    const company = await buildCompany(shop.db);
    const person = await signedIn(shop.db);
    await invite(company.manager, person.email);
    const token = await secretFor(person.email);
    const tried = await Promise.all(Array.from({ length: 6 }, () => ask(`POST /invitations/${token}`, person)));
    expect(tried.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await membersOf(company.id)).filter(({ userId }) => userId === person.id)).toHaveLength(1);
  });

  it("are twenty a day", async () => {
    const limited = await startTestApp();
    const { manager } = await buildCompany(limited.db);
    const statuses: number[] = [];
    for (let at = 0; at <= 20; at++) {
      const body = { email: `c${at}@denim.example`, role: "viewer" };
      statuses.push((await callAsMember(limited, "POST /company/invitations", manager, body)).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429]);
  });
});

describe("the address for documents", () => {
  const documentsEmail = "muhasebe@cinaralti.example";

  it("is confirmed by the link that is mailed to it, and again unconfirmed when it changes", async () => {
    const { manager } = await buildCompany(shop.db);
    const isConfirmed = async () => (await ask("GET /company", manager)).answer.isDocumentsEmailConfirmed;
    await ask("PUT /company", manager, { ...fields, documentsEmail });
    expect(await isConfirmed()).toBe(false);
    const first = await secretFor(documentsEmail);
    const confirmed = await call(shop, `PUT /documentsEmails/${first}`);
    expect([confirmed.status, await confirmed.json()]).toEqual([200, { company: fields.name, email: documentsEmail }]);
    expect(await isConfirmed()).toBe(true);
    // What else changes leaves it confirmed.
    await ask("PUT /company", manager, { ...fields, name: "Çınaraltı", documentsEmail });
    expect(await isConfirmed()).toBe(true);
    await ask("PUT /company", manager, { ...fields, documentsEmail: "other@cinaralti.example" });
    expect(await isConfirmed()).toBe(false);
    expect((await call(shop, `PUT /documentsEmails/${first}`)).status).toBe(404);
  });

  it("needs no link where it is the manager's own", async () => {
    const { manager } = await buildCompany(shop.db);
    await ask("PUT /company", manager, { ...fields, documentsEmail: manager.email });
    expect((await ask("GET /company", manager)).answer.isDocumentsEmailConfirmed).toBe(true);
    expect(await mailsTo(manager.email)).toEqual([]);
  });
});

describe("the address book", () => {
  it("has one default, one address for invoices, and each name once", async () => {
    const { manager } = await buildCompany(shop.db);
    const kinds = { isDefault: true, isForInvoices: true };
    const first = await ask("POST /company/addresses", manager, { ...street, ...kinds });
    const second = await ask("POST /company/addresses", manager, { ...street, ...kinds, label: "Dock 4" });
    const { answer } = await ask("GET /company", manager);
    expect(answer.addresses).toEqual([
      { ...street, ...kinds, label: "Dock 4", _id: second.answer.insertedId },
      { ...street, isDefault: false, isForInvoices: false, _id: first.answer.insertedId },
    ]);
    const again = await ask("POST /company/addresses", manager, street);
    expect([again.status, again.answer.errors]).toEqual([
      409,
      [{ field: "label", message: "Another address has this name" }],
    ]);
    const renamed = await ask(`PUT /company/addresses/${second.answer.insertedId}`, manager, street);
    expect(renamed.answer.code).toBe("label-taken");
  });
});

describe("GET /membership", () => {
  it("tells each member what they may order and where to, and whoever belongs to none that there is none", async () => {
    const { manager, viewer, join, name } = await buildCompany(shop.db);
    const purchaser = await join("purchaser", "5.00");
    await ask("POST /company/addresses", manager, { ...street, isDefault: true });
    const about = { company: name, country: "SE", addresses: [expect.objectContaining(street)] };
    for (const [who, role, orderLimit] of [
      [manager, "manager", null],
      [purchaser, "purchaser", "5.00"],
      [viewer, "viewer", null],
    ] as const) {
      expect((await ask("GET /membership", who)).answer).toEqual({ membership: { ...about, role, orderLimit } });
      const draft = await (await call(shop, "GET /orderDraft", { as: who })).json();
      expect(draft.mayOrder).toBe(role !== "viewer");
    }
    expect((await ask("GET /membership", await signedIn(shop.db))).answer).toEqual({ membership: null });
  });
});

describe("an account that is deleted", () => {
  const remove = async (person: TestPerson) => {
    const admin = await signedIn(shop.db, { role: "admin" });
    return (await ask(`DELETE /profiles/${person.id}`, admin)).status;
  };
  const find = async (id: string) => (await shop.db.select().from(companies).where(eq(companies.id, id)))[0];

  it("leaves its company waiting for a manager, and closes it with its invitations if it was the only member", async () => {
    const company = await buildCompany(shop.db);
    await ask("POST /company/invitations", company.manager, { email: "x@denim.example", role: "viewer" });
    expect(await remove(company.manager)).toBe(200);
    expect((await find(company.id))?.closedAt).toBeNull();
    expect(await membersOf(company.id)).toHaveLength(2);
    expect(await remove(company.viewer)).toBe(200);
    expect(await remove(company.purchaser)).toBe(200);
    expect((await find(company.id))?.closedAt).toEqual(expect.any(String));
    const left = await shop.db.select().from(companyInvitations).where(eq(companyInvitations.companyId, company.id));
    expect(left).toEqual([]);
  });
});

it("GET /account/data says which company a person belongs to, as what, up to which sum", async () => {
  const company = await buildCompany(shop.db);
  const person = await company.join("purchaser", "500");
  const read = async (as: TestPerson) => (await (await call(shop, "GET /account/data", { as })).json()).company;
  expect(await read(person)).toEqual({ name: company.name, role: "purchaser", orderLimit: "500.00" });
  expect(await read(await signedIn(shop.db))).toBeNull();
});

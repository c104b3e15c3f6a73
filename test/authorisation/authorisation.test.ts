import { eq } from "drizzle-orm";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { isPermitted, staffRoles } from "#app/contract/staff.ts";
import { catalogueImports } from "#app/features/catalogue/tables.server.ts";
import { sessions, users } from "#app/features/identity/tables.server.ts";
import { orderSheets, orders } from "#app/features/orders/tables.server.ts";
import { ORIGIN, startTestApp, type TestApp } from "../app.ts";
import { call, signedIn, type TestPerson } from "../people.ts";
import { type Caller, callers, withCookie } from "./callers.ts";
import { type Column, columns, permissionOf, rows, type Sent, type Target } from "./table.ts";
import { fingerprint, makeThings } from "./things.ts";

type Cell = readonly [endpoint: string, column: Column, status: number];
const cells = Object.entries(rows).flatMap(([endpoint, { expected }]) =>
  Object.entries(expected).map(([column, status]): Cell => [endpoint, column as Column, status]),
);
/** Endpoints that answer everybody alike have one permission, and one of them is asked by everybody. */
const oneOfEachPermission = new Map(
  Object.entries(rows).map(([endpoint, { expected }]) => [JSON.stringify(expected), endpoint]),
);
const asked = new Set(oneOfEachPermission.values());
/** Who is asked for at each endpoint: the people whose rights differ. The others differ in how they lost theirs. */
const everywhere: readonly Column[] = ["anon", "buyer", "otherBuyer", "admin", "adminOnOthers", "cookieOfAdmin"];
const isOfGate = ([endpoint, column]: Cell) => asked.has(endpoint) || everywhere.includes(column);
/** Each part has a database of its own: what one holds is read before and after each refusal. */
const PART = 100;
const inParts = (all: Cell[]) =>
  Array.from({ length: Math.ceil(all.length / PART) }, (_, at) => ({
    number: at + 1,
    some: all.slice(at * PART, (at + 1) * PART),
  }));

let shop: TestApp;
let root: TestPerson;
/** What all cells share. */
let common: Pick<Target, "picture" | "importId">;
/** Whoever is refused has changed nothing: one person with their things is enough for all refusals of a column. */
const refusedOnes = new Map<Column, Met>();
type Met = { caller: Caller; target: Target };
/**
 * What the tables held after the last refusal, unless somebody was let in since: reading them takes most of the time.
 */
let untouched: string | undefined;

beforeAll(() => open());

async function open(settings: Parameters<typeof startTestApp>[0] = {}): Promise<void> {
  shop = await startTestApp(settings);
  refusedOnes.clear();
  untouched = undefined;
  root = await signedIn(shop.db, { role: "admin" });
  const { data } = await sharp({ create: { width: 8, height: 8, channels: 3, background: "red" } })
    .png()
    .toBuffer({ resolveWithObject: true });
  const about = { userId: root.id, email: root.email, name: "items.csv", added: 0, changed: 1 };
  const stored = { ...about, file: Buffer.from("number\n"), bytes: 7, sha256: "0".repeat(64) };
  const [imported] = await shop.db.insert(catalogueImports).values(stored).returning();
  common = { picture: new Uint8Array(data), importId: imported?.id ?? "" };
}

async function meet(column: Column): Promise<Met> {
  untouched = undefined;
  const caller = await callers[column](shop, root);
  return { caller, target: await targetOf(columns[column].on === "own" ? caller : await signedIn(shop.db)) };
}

async function targetOf(owner: TestPerson): Promise<Target> {
  return { owner, ...common, ...(await makeThings(shop, owner)) };
}

it("the table has a row for every endpoint of the API and for nothing else", async () => {
  const { paths } = await (await call(shop, "GET /openapi.json")).json();
  const served = Object.entries<object>(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(Object.keys(rows).sort()).toEqual(served.sort());
});

it(`the table has ${cells.length} cells`, () => {
  expect(cells).toHaveLength(Object.keys(rows).length * Object.keys(columns).length);
});

describe.each(inParts(cells.filter(isOfGate)))("the authorisation table, part $number", ({ some }) => {
  beforeAll(() => open());

  it.each(some)("%s by %s answers %i", expectAnswer);
});

describe.each(inParts(cells.filter((cell) => !isOfGate(cell))))(
  "the rest of the authorisation table, part $number",
  { tags: ["trial"] },
  ({ some }) => {
    beforeAll(() => open());

    it.each(some)("%s by %s answers %i", expectAnswer);
  },
);

async function expectAnswer(endpoint: string, column: Column, status: number): Promise<void> {
  const isRefused = status >= 400;
  const met = (isRefused && refusedOnes.get(column)) || (await meet(column));
  if (isRefused) refusedOnes.set(column, met);
  const before = isRefused ? (untouched ?? (await fingerprint(shop))) : undefined;
  untouched = undefined;
  const response = await request(endpoint, met.caller, columns[column].send, rows[endpoint]?.sent(met.target));
  expect(response.status).toBe(status);
  if (!isRefused) return;
  // Whoever is refused has changed nothing.
  const after = await fingerprint(shop);
  expect(after).toBe(before);
  untouched = after;
}

/** What asks for a fresh proof from everybody, and what from those alone who have a second factor. */
const provedByAll = [
  ...["POST /auth/app", "POST /auth/app/confirm", "POST /auth/app/remove", "POST /auth/recovery-codes"],
  ...["POST /auth/passkeys/options", "POST /auth/passkeys", "DELETE /auth/passkeys/{id}"],
  ...["PUT /staff/{email}", "PUT /accounts/{id}/lock", "DELETE /accounts/{id}/lock"],
  "POST /staff/invitations",
  ...["PUT /profiles/admin/{email}", "DELETE /profiles/admin/{email}"],
  "POST /refunds",
];
const provedByStrong = [
  ...["POST /auth/change-password", "POST /auth/delete-account", "DELETE /trims/{id}", "DELETE /profiles/{id}"],
];

/** Sends each row of the table as an admin of this kind; returns the refusals with this code. */
async function refusedWith(code: string, hasSecondFactor: boolean): Promise<string[]> {
  const refused: string[] = [];
  for (const [endpoint, { sent }] of Object.entries(rows)) {
    const caller = await withCookie(shop, { role: "admin" });
    await shop.db.update(users).set({ hasSecondFactor }).where(eq(users.id, caller.id));
    const provedAt = new Date(Date.now() - 11 * 60_000);
    await shop.db.update(sessions).set({ provedAt }).where(eq(sessions.userId, caller.id));
    const target = await targetOf(await signedIn(shop.db));
    const before = await fingerprint(shop);
    const way = endpoint.includes("/auth/") ? "cookie" : "token";
    const response = await request(endpoint, caller, way, sent(target));
    if (response.status !== 403 || (await response.json()).code !== code) continue;
    refused.push(endpoint);
    expect(await fingerprint(shop)).toBe(before);
  }
  return refused.toSorted();
}

describe("a step-up that was skipped", () => {
  beforeAll(() => open());

  it("is refused to people with a second factor, before roles, deletions and changes of factors", async () => {
    expect(await refusedWith("proof-needed", true)).toEqual([...provedByAll, ...provedByStrong].toSorted());
  });

  it("is refused to others only before changes of factors, of roles and of locks: all other calls answer as before", async () => {
    expect(await refusedWith("proof-needed", false)).toEqual(provedByAll.toSorted());
  });
});

describe("where admins need a second factor, an admin without one", () => {
  beforeAll(() => open({ requireAdminSecondFactor: true }));

  it("has the rights of a buyer, and hears why", async () => {
    for (const [endpoint, { sent, expected }] of Object.entries(rows)) {
      const caller = await withCookie(shop, { role: "admin" });
      const target = await targetOf(await signedIn(shop.db));
      const before = await fingerprint(shop);
      const response = await request(endpoint, caller, "token", sent(target));
      const isForAdmins = expected.adminOnOthers !== expected.otherBuyer && expected.buyer === 403;
      // Whoever works for the shop belongs to no company.
      const asBuyer = endpoint === "POST /companies" ? 409 : expected.otherBuyer;
      expect([endpoint, response.status]).toEqual([endpoint, isForAdmins ? 403 : asBuyer]);
      if (isForAdmins) expect((await response.json()).code).toBe("second-factor-required");
      if (response.status >= 400) expect(await fingerprint(shop)).toBe(before);
    }
  });

  it("has them all once there is one", async () => {
    const admin = await signedIn(shop.db, { role: "admin" });
    const list = () => call(shop, "GET /profiles", { as: admin });
    expect((await list()).status).toBe(403);
    await shop.db.update(users).set({ hasSecondFactor: true }).where(eq(users.id, admin.id));
    expect((await list()).status).toBe(200);
  });
});

describe.each(staffRoles)("a member of staff whose role is %s", (role) => {
  beforeAll(() => open());

  it("may call what the table of permissions says, and changes nothing elsewhere", async () => {
    const answers: [string, boolean][] = [];
    for (const endpoint of Object.keys(permissionOf)) {
      const caller = await signedIn(shop.db, { role: "admin", staffRoles: [role] });
      const target = await targetOf(await signedIn(shop.db));
      const before = await fingerprint(shop);
      const response = await request(endpoint, caller, "token", rows[endpoint]?.sent(target));
      answers.push([endpoint, response.status !== 403]);
      if (response.status === 403) expect(await fingerprint(shop)).toBe(before);
    }
    const wanted = Object.entries(permissionOf).map(([endpoint, one]) => [endpoint, isPermitted([role], one)]);
    expect(answers).toEqual(wanted);
  });
});

describe("a manager of another company, who knows all ids", () => {
  beforeAll(() => open());

  it("gets from each call on what a company has the answer of a stranger, and changes nothing", async () => {
    const target = await targetOf(await signedIn(shop.db));
    const { companyId, addressId, invitationId, colleagueId } = target.company;
    for (const table of [orders, orderSheets]) await shop.db.update(table).set({ companyId });
    const rival = await signedIn(shop.db);
    await targetOf(rival);
    const ids = [target.orderId, target.sheetId, companyId, addressId, invitationId, colleagueId];
    const before = await fingerprint(shop);
    const answers: [string, number][] = [];
    const wanted: [string, number][] = [];
    for (const [endpoint, { sent, expected }] of Object.entries(rows)) {
      if (expected.otherBuyer < 400 || !ids.some((id) => JSON.stringify(sent(target)).includes(id))) continue;
      answers.push([endpoint, (await request(endpoint, rival, "token", sent(target))).status]);
      // The version is another company's, too: it is compared with their own.
      wanted.push([endpoint, isOfOwnCompany(endpoint) ? 412 : expected.otherBuyer]);
    }
    expect(answers).toEqual(wanted);
    expect(answers.length).toBeGreaterThan(30);
    expect(await fingerprint(shop)).toBe(before);
  });
});

const isOfOwnCompany = (endpoint: string) => /^(PUT .company.members|(PUT|DELETE) .company.addresses)/.test(endpoint);

function request(endpoint: string, caller: Caller, send: "nothing" | "token" | "cookie", sent?: Sent) {
  const [method = ""] = endpoint.split(" ");
  const { path = "", body } = sent ?? {};
  const isFile = body instanceof Uint8Array;
  const type = body && { "content-type": isFile ? "image/png" : "application/json" };
  const headers: Record<string, string> = { origin: ORIGIN, ...type, ...sent?.headers };
  if (send === "token") headers.authorization = `Bearer ${caller.token}`;
  if (send === "cookie") headers.cookie = caller.cookie ?? "";
  const init = { method, headers, ...(body ? { body: isFile ? body : JSON.stringify(body) } : {}) };
  return shop.app.request(`/api${path}`, init);
}

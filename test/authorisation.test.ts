import { eq, sql } from "drizzle-orm";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { catalogueImports } from "#app/features/catalogue/tables.server.ts";
import { startSession } from "#app/features/identity/better-auth.server.ts";
import { insertLink } from "#app/features/identity/queries.server.ts";
import { sessions, users } from "#app/features/identity/tables.server.ts";
import { orderSheets, orders } from "#app/features/orders/tables.server.ts";
import { reviews } from "#app/features/reviews/tables.server.ts";
import { ORIGIN, startTestApp, type TestApp } from "./app.ts";
import { buildTrim, newOrder, newSheet } from "./builders.ts";
import { call, signedIn, type TestPerson } from "./people.ts";

/** What a call is made on: somebody's things and a trim, made anew for each cell. */
type Target = {
  owner: TestPerson;
  orderId: string;
  sheetId: string;
  trim: { id: string; name: string };
  soldOut: { id: string };
  reviewId: string;
  hiddenReviewId: string;
  /** The token of a verification mail. */
  link: string;
  picture: Uint8Array<ArrayBuffer>;
};
type Sent = { path: string; body?: object | Uint8Array<ArrayBuffer>; headers?: Record<string, string> };

/** Who calls, by which credentials, and on whose things. */
const columns = {
  anon: { make: () => signedIn(shop.db), on: "own", send: "nothing" },
  unverified: { make: () => signedIn(shop.db, { emailVerified: false }), on: "own", send: "token" },
  buyer: { make: () => signedIn(shop.db, { emailVerified: true }), on: "own", send: "token" },
  otherBuyer: { make: () => signedIn(shop.db), on: "another's", send: "token" },
  admin: { make: () => signedIn(shop.db, { role: "admin" }), on: "own", send: "token" },
  adminOnOthers: { make: () => signedIn(shop.db, { role: "admin" }), on: "another's", send: "token" },
  demoted: { make: demoted, on: "own", send: "token" },
  demotedOnOthers: { make: demoted, on: "another's", send: "token" },
  deleted: { make: deleted, on: "own", send: "token" },
  signedOut: { make: signedOut, on: "own", send: "token" },
  cookieAlone: { make: () => withCookie(), on: "own", send: "cookie" },
  cookieOfAdmin: { make: () => withCookie({ role: "admin" }), on: "own", send: "cookie" },
  cookieOnOthers: { make: () => withCookie(), on: "another's", send: "cookie" },
  cookieSignedOut: { make: signedOut, on: "own", send: "cookie" },
  cookieForged: { make: forged, on: "own", send: "cookie" },
} as const;

type Column = keyof typeof columns;
type Row = { sent: (target: Target) => Sent; expected: Record<Column, number> };

const everybody = (sent: Row["sent"]): Row => alike(200, sent);

/** A person's own things, from which all others are kept. */
const ownerAlone = (sent: Row["sent"]): Row => ({ sent, expected: { ...statuses(200), ...onOthers(403, 403) } });

const adminsAlone = (sent: Row["sent"], about: Partial<Row["expected"]> = {}): Row => ({
  sent,
  expected: { ...statuses(403), admin: 200, adminOnOthers: 200, ...about },
});

/** The same for everybody who is signed in, and 401 for all who are not, or no longer. */
function statuses(signedIn: number, { gone = 401 } = {}): Record<Column, number> {
  return {
    ...{ unverified: signedIn, buyer: signedIn, otherBuyer: signedIn, admin: signedIn, adminOnOthers: signedIn },
    ...{ demoted: signedIn, demotedOnOthers: signedIn },
    ...{ anon: gone, deleted: gone, signedOut: gone },
    ...{ cookieAlone: gone, cookieOfAdmin: gone, cookieOnOthers: gone, cookieSignedOut: gone, cookieForged: gone },
  };
}

/** What the session cookie opens, and a token does not. */
const byCookie = (sent: Row["sent"], about: Partial<Row["expected"]> = {}): Row => ({
  sent,
  expected: { ...statuses(401), cookieAlone: 200, cookieOfAdmin: 200, cookieOnOthers: 200, ...about },
});

/** Answered alike whoever asks. */
const alike = (status: number, sent: Row["sent"]): Row => ({ sent, expected: statuses(status, { gone: status }) });

/** Whatever is the caller's own, for everybody who is signed in. */
const signedInAlone = (sent: Row["sent"]): Row => ({ sent, expected: statuses(200) });

/** A document of somebody's own; nobody else is told that there is one. */
const ownersAndAdmins = (path: (target: Target) => string): Row => ({
  sent: (target) => ({ path: path(target) }),
  expected: { ...statuses(200), ...onOthers(404, 200) },
});

/** A document that nobody finds yet. */
const noneYet = (path: (target: Target) => string): Row => ({
  sent: (target) => ({ path: path(target) }),
  expected: statuses(404),
});

const wrong = { cookieAlone: 403, cookieOfAdmin: 403, cookieOnOthers: 403 };

const noPasskey = {
  ...{ id: "AAAA", rawId: "AAAA", type: "public-key", clientExtensionResults: {} },
  response: { clientDataJSON: "e30", authenticatorData: "e30", signature: "e30", attestationObject: "e30" },
};

const notPacked = { admin: 404, adminOnOthers: 404 };

function onOthers(buyer: number, admin: number) {
  return { otherBuyer: buyer, demotedOnOthers: buyer, adminOnOthers: admin };
}

/** Every endpoint of the API × everybody. An endpoint without a row fails. */
const rows: Record<string, Row> = {
  "POST /auth/sign-up/email": everybody(() => ({ path: "/auth/sign-up/email", body: newAccount() })),
  "POST /auth/sign-in/email": alike(401, ({ owner }) => ({
    path: "/auth/sign-in/email",
    body: { email: owner.email, password: "not-the-password" },
  })),
  "POST /auth/sign-in/social": alike(404, () => ({
    path: "/auth/sign-in/social",
    body: { provider: "google", attempt: "a".repeat(20) },
  })),
  "GET /auth/callback/{provider}": alike(302, () => ({ path: "/auth/callback/google?state=x&code=x" })),
  "GET /auth/get-session": everybody(() => ({ path: "/auth/get-session" })),
  "POST /auth/sign-out": everybody(() => ({ path: "/auth/sign-out", body: {} })),
  "POST /auth/request-password-reset": everybody(({ owner }) => ({
    path: "/auth/request-password-reset",
    body: { email: owner.email },
  })),
  "POST /auth/check-reset-link": alike(400, () => ({ path: "/auth/check-reset-link", body: { token: "x" } })),
  "POST /auth/reset-password": alike(400, () => ({
    path: "/auth/reset-password",
    body: { token: "x", newPassword: "twill-and-copper" },
  })),
  "POST /auth/verify-email": byCookie(({ link }) => ({ path: "/auth/verify-email", body: { token: link } }), {
    cookieOnOthers: 400,
  }),
  "POST /auth/send-verification-email": byCookie(() => ({ path: "/auth/send-verification-email", body: {} })),
  "POST /auth/update-user": byCookie(() => ({ path: "/auth/update-user", body: { name: "Camille B." } })),
  "POST /auth/change-password": byCookie(
    () => ({ path: "/auth/change-password", body: { password: "not-theirs", newPassword: "selvedge-and-brass" } }),
    { cookieAlone: 403, cookieOfAdmin: 403, cookieOnOthers: 403 },
  ),
  // The accounts of this table have no password and have just logged in.
  "POST /auth/delete-account": byCookie(() => ({ path: "/auth/delete-account", body: {} })),
  "POST /login": byCookie(({ owner }) => ({ path: "/login", body: { email: owner.email } }), { cookieOnOthers: 401 }),
  // Nobody here waits for a second step, nor has a passkey.
  "GET /auth/second-step": everybody(() => ({ path: "/auth/second-step" })),
  "POST /auth/second-step": alike(401, () => ({ path: "/auth/second-step", body: { code: "123456" } })),
  "POST /auth/passkey-options": everybody(() => ({ path: "/auth/passkey-options", body: {} })),
  "POST /auth/sign-in/passkey": alike(403, () => ({ path: "/auth/sign-in/passkey", body: { passkey: noPasskey } })),
  "POST /auth/proof-options": byCookie(() => ({ path: "/auth/proof-options", body: {} })),
  "POST /auth/proof": byCookie(() => ({ path: "/auth/proof", body: {} })),
  "POST /auth/app": byCookie(() => ({ path: "/auth/app", body: {} })),
  "POST /auth/app/confirm": byCookie(() => ({ path: "/auth/app/confirm", body: { code: "123456" } }), wrong),
  "POST /auth/app/remove": byCookie(() => ({ path: "/auth/app/remove", body: {} })),
  "POST /auth/recovery-codes": byCookie(() => ({ path: "/auth/recovery-codes", body: {} }), {
    ...{ cookieAlone: 404, cookieOfAdmin: 404, cookieOnOthers: 404 },
  }),
  "POST /auth/passkeys/options": byCookie(() => ({ path: "/auth/passkeys/options", body: {} })),
  "POST /auth/passkeys": byCookie(
    () => ({ path: "/auth/passkeys", body: { name: "Desk", passkey: noPasskey } }),
    wrong,
  ),
  // Somebody else's passkey is as unknown as one that never was.
  "PATCH /auth/passkeys/{id}": byCookie(({ owner }) => ({ path: `/auth/passkeys/${owner.id}`, body: { name: "x" } })),
  "DELETE /auth/passkeys/{id}": byCookie(({ owner }) => ({ path: `/auth/passkeys/${owner.id}` })),
  "GET /account/security": signedInAlone(() => ({ path: "/account/security" })),
  "GET /account/data": signedInAlone(() => ({ path: "/account/data" })),
  // Somebody else's session is as unknown as one that never was.
  "DELETE /account/sessions/{id}": signedInAlone(({ owner }) => ({ path: `/account/sessions/${owner.sessionId}` })),
  "DELETE /account/sessions": signedInAlone(() => ({ path: "/account/sessions" })),
  "GET /admin/{email}": {
    sent: ({ owner }) => ({ path: `/admin/${owner.email}` }),
    expected: { ...statuses(200), ...onOthers(403, 200) },
  },
  "GET /profile/{email}": ownerAlone(({ owner }) => ({ path: `/profile/${owner.email}` })),
  "PUT /profile/{email}": ownerAlone(({ owner }) => ({ path: `/profile/${owner.email}`, body: told(owner) })),
  "GET /profiles": adminsAlone(() => ({ path: "/profiles" })),
  "PUT /profiles/admin/{email}": adminsAlone(({ owner }) => ({ path: `/profiles/admin/${owner.email}` })),
  "DELETE /profiles/admin/{email}": adminsAlone(({ owner }) => ({ path: `/profiles/admin/${owner.email}` })),
  "DELETE /profiles/{id}": adminsAlone(({ owner }) => ({ path: `/profiles/${owner.id}` }), { admin: 409 }),
  "GET /trims": everybody(() => ({ path: "/trims" })),
  "GET /trims/facets": everybody(() => ({ path: "/trims/facets?line=rivets" })),
  "GET /trims/suggestions": everybody(() => ({ path: "/trims/suggestions?q=rivet" })),
  "GET /trims/low": adminsAlone(() => ({ path: "/trims/low" })),
  "GET /trims/{id}": everybody(({ trim }) => ({ path: `/trims/${trim.id}` })),
  "GET /trims/{id}/relatives": everybody(({ trim }) => ({ path: `/trims/${trim.id}/relatives` })),
  "GET /trims/{id}/watch": { sent: ({ trim }) => ({ path: `/trims/${trim.id}/watch` }), expected: statuses(200) },
  "PUT /trims/{id}/watch": {
    sent: ({ soldOut }) => ({ path: `/trims/${soldOut.id}/watch` }),
    expected: { ...statuses(200), unverified: 403 },
  },
  "DELETE /trims/{id}/watch": { sent: ({ trim }) => ({ path: `/trims/${trim.id}/watch` }), expected: statuses(200) },
  "POST /trims": adminsAlone(() => ({ path: "/trims", body: newTrim() })),
  "PATCH /trims/{id}": adminsAlone(({ trim }) => ({ path: `/trims/${trim.id}`, body: { price: "1", restock: 5 } })),
  "DELETE /trims/{id}": adminsAlone(({ trim }) => ({ path: `/trims/${trim.id}` })),
  "GET /trims/{id}/stock": adminsAlone(({ trim }) => ({ path: `/trims/${trim.id}/stock` })),
  "GET /trims.csv": adminsAlone(() => ({ path: "/trims.csv" })),
  "POST /trims.csv": adminsAlone(() => ({
    path: "/trims.csv?dryRun=1",
    body: new TextEncoder().encode("number,price\n"),
    headers: { "content-type": "text/csv" },
  })),
  "GET /catalogueImports": adminsAlone(() => ({ path: "/catalogueImports" })),
  "GET /catalogueImports/{id}/file": adminsAlone(() => ({ path: `/catalogueImports/${importId}/file` })),
  "POST /images": adminsAlone(({ picture }) => ({ path: "/images", body: picture })),
  "GET /reviews": everybody(() => ({ path: "/reviews" })),
  "POST /reviews": ownerAlone(({ owner }) => ({ path: "/reviews", body: newReview(owner) })),
  "GET /allReviews": adminsAlone(() => ({ path: "/allReviews" })),
  "GET /reviewCounts": adminsAlone(() => ({ path: "/reviewCounts" })),
  "PUT /reviews/{id}/hidden": adminsAlone(({ reviewId }) => ({
    path: `/reviews/${reviewId}/hidden`,
    body: { reason: "other", note: "Sent twice" },
  })),
  "DELETE /reviews/{id}/hidden": adminsAlone(({ hiddenReviewId }) => ({ path: `/reviews/${hiddenReviewId}/hidden` })),
  "PUT /reviews/{id}/answer": adminsAlone(({ reviewId }) => ({
    path: `/reviews/${reviewId}/answer`,
    body: { answer: "Thank you", before: null },
  })),
  "GET /orders": ownerAlone(({ owner }) => ({ path: `/orders?email=${owner.email}` })),
  "POST /orders": ownerAlone(({ owner, trim }) => ({ path: "/orders", body: newOrder(owner, trim) })),
  "DELETE /orders/{id}": {
    sent: ({ orderId }) => ({ path: `/orders/${orderId}` }),
    expected: { ...statuses(200), ...onOthers(403, 200) },
  },
  "GET /orders/{id}": {
    sent: ({ orderId }) => ({ path: `/orders/${orderId}` }),
    expected: { ...statuses(200), ...onOthers(404, 200) },
  },
  "POST /orders/{id}/moves": adminsAlone(({ orderId }) => ({
    path: `/orders/${orderId}/moves`,
    body: { track: "review", from: "in review", to: "accepted" },
  })),
  "GET /orderCounts": ownerAlone(({ owner }) => ({ path: `/orderCounts?email=${owner.email}` })),
  "POST /orderMoves": adminsAlone(({ orderId }) => ({
    path: "/orderMoves",
    body: { ids: [orderId], track: "review", from: "in review", to: "accepted" },
  })),
  "POST /orders/{id}/notes": adminsAlone(({ orderId }) => ({
    path: `/orders/${orderId}/notes`,
    body: { note: "Watch the die", noteFor: "house" },
  })),
  "GET /events": signedInAlone(() => ({ path: "/events" })),
  "GET /allOrders": adminsAlone(() => ({ path: "/allOrders" })),
  "GET /allOrders.csv": adminsAlone(() => ({ path: "/allOrders.csv" })),
  "GET /orderDraft": signedInAlone(() => ({ path: "/orderDraft" })),
  "PUT /orderDraft": signedInAlone(({ trim }) => ({
    path: "/orderDraft",
    body: { lines: [{ trimId: trim.id, orderQuantity: 100 }] },
    headers: { "if-match": '"none"' },
  })),
  "POST /orderDraft/matches": signedInAlone(({ trim }) => ({
    path: "/orderDraft/matches",
    body: { articles: [trim.name] },
  })),
  "GET /orderSheets": ownerAlone(({ owner }) => ({ path: `/orderSheets?email=${owner.email}` })),
  "POST /orderSheets": ownerAlone(({ owner, trim }) => ({
    path: "/orderSheets",
    body: newSheet(owner, [trim]),
    headers: { "idempotency-key": crypto.randomUUID() },
  })),
  "GET /orderSheets/{id}": {
    sent: ({ sheetId }) => ({ path: `/orderSheets/${sheetId}` }),
    expected: { ...statuses(200), ...onOthers(404, 200) },
  },
  "GET /desk": adminsAlone(() => ({ path: "/desk" })),
  "GET /sales": adminsAlone(() => ({ path: "/sales" })),
  "GET /buyers": adminsAlone(() => ({ path: "/buyers" })),
  "GET /buyers/{id}": adminsAlone(({ owner }) => ({ path: `/buyers/${owner.id}` })),
  "POST /buyers/{id}/notes": adminsAlone(({ owner }) => ({
    path: `/buyers/${owner.id}/notes`,
    body: { note: "Pays late" },
  })),
  "GET /orders/{id}/confirmation.pdf": ownersAndAdmins(({ orderId }) => `/orders/${orderId}/confirmation.pdf`),
  "GET /orders/{id}/proforma.pdf": ownersAndAdmins(({ orderId }) => `/orders/${orderId}/proforma.pdf`),
  // Nothing of it is invoiced or packed.
  "GET /orders/{id}/invoice.pdf": noneYet(({ orderId }) => `/orders/${orderId}/invoice.pdf`),
  "GET /orders/{id}/packing.pdf": adminsAlone(({ orderId }) => ({ path: `/orders/${orderId}/packing.pdf` }), notPacked),
  "GET /orderSheets/{id}/confirmation.pdf": ownersAndAdmins(
    ({ sheetId }) => `/orderSheets/${sheetId}/confirmation.pdf`,
  ),
  "GET /orderSheets/{id}/proforma.pdf": ownersAndAdmins(({ sheetId }) => `/orderSheets/${sheetId}/proforma.pdf`),
  "GET /orderSheets/{id}/invoice.pdf": noneYet(({ sheetId }) => `/orderSheets/${sheetId}/invoice.pdf`),
  "GET /orderSheets/{id}/packing.pdf": adminsAlone(
    ({ sheetId }) => ({ path: `/orderSheets/${sheetId}/packing.pdf` }),
    notPacked,
  ),
  // 4,294,967,295 is nobody's.
  "GET /packingLists.pdf": adminsAlone(() => ({ path: "/packingLists.pdf?order=4294967295" }), notPacked),
  "GET /audit": adminsAlone(() => ({ path: "/audit" })),
};

const cells = Object.entries(rows).flatMap(([endpoint, { expected }]) =>
  Object.entries(expected).map(([column, status]) => [endpoint, column as Column, status] as const),
);

let shop: TestApp;
let root: TestPerson;
let picture: Uint8Array<ArrayBuffer>;
let importId: string;

beforeAll(() => open());

async function open(settings: Parameters<typeof startTestApp>[0] = {}): Promise<void> {
  shop = await startTestApp(settings);
  root = await signedIn(shop.db, { role: "admin" });
  const { data } = await sharp({ create: { width: 8, height: 8, channels: 3, background: "red" } })
    .png()
    .toBuffer({ resolveWithObject: true });
  picture = new Uint8Array(data);
  const about = { userId: root.id, email: root.email, name: "items.csv", added: 0, changed: 1 };
  const kept = { ...about, file: Buffer.from("number\n"), bytes: 7, sha256: "0".repeat(64) };
  const [imported] = await shop.db.insert(catalogueImports).values(kept).returning();
  importId = imported?.id ?? "";
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

describe("the authorisation table", () => {
  it.each(cells)("%s by %s answers %i", async (endpoint, column, status) => {
    const { make, on, send } = columns[column];
    const caller = await make();
    const owner = on === "own" ? caller : await signedIn(shop.db);
    const target = { owner, picture, ...(await ownedThings(owner)) };
    const before = await fingerprint();
    const response = await request(endpoint, caller, send, rows[endpoint]?.sent(target));
    expect(response.status).toBe(status);
    // Whoever is refused has changed nothing.
    if (status >= 400) expect(await fingerprint()).toBe(before);
  });
});

/** What asks for a fresh proof from everybody, and what from those alone who have a second factor. */
const provedByAll = [
  ...["POST /auth/app", "POST /auth/app/confirm", "POST /auth/app/remove", "POST /auth/recovery-codes"],
  ...["POST /auth/passkeys/options", "POST /auth/passkeys", "DELETE /auth/passkeys/{id}"],
];
const provedByStrong = [
  ...["POST /auth/change-password", "POST /auth/delete-account", "DELETE /trims/{id}", "DELETE /profiles/{id}"],
  ...["PUT /profiles/admin/{email}", "DELETE /profiles/admin/{email}"],
];

/** Sends each row of the table as an admin of this kind; returns the refusals with this code. */
async function refusedWith(code: string, hasSecondFactor: boolean): Promise<string[]> {
  const refused: string[] = [];
  for (const [endpoint, { sent }] of Object.entries(rows)) {
    const caller = await withCookie({ role: "admin" });
    await shop.db.update(users).set({ hasSecondFactor }).where(eq(users.id, caller.id));
    const provedAt = new Date(Date.now() - 11 * 60_000);
    await shop.db.update(sessions).set({ provedAt }).where(eq(sessions.userId, caller.id));
    const owner = await signedIn(shop.db);
    const target = { owner, picture, ...(await ownedThings(owner)) };
    const before = await fingerprint();
    const way = endpoint.includes("/auth/") ? "cookie" : "token";
    const response = await request(endpoint, caller, way, sent(target));
    if (response.status !== 403 || (await response.json()).code !== code) continue;
    refused.push(endpoint);
    expect(await fingerprint()).toBe(before);
  }
  return refused.toSorted();
}

describe("a step-up that was skipped", { timeout: 120_000 }, () => {
  it("is refused of whoever has a second factor, before roles, deletions and changes of factors", async () => {
    expect(await refusedWith("proof-needed", true)).toEqual([...provedByAll, ...provedByStrong].toSorted());
  });

  it("is refused of others only before changes of factors: all calls of old answer as ever", async () => {
    expect(await refusedWith("proof-needed", false)).toEqual(provedByAll.toSorted());
  });
});

describe("where admins need a second factor, an admin without one", { timeout: 120_000 }, () => {
  beforeAll(() => open({ requireAdminSecondFactor: true }));

  it("has the rights of a buyer, and hears why", async () => {
    for (const [endpoint, { sent, expected }] of Object.entries(rows)) {
      const caller = await withCookie({ role: "admin" });
      const owner = await signedIn(shop.db);
      const target = { owner, picture, ...(await ownedThings(owner)) };
      const before = await fingerprint();
      const response = await request(endpoint, caller, "token", sent(target));
      const isForAdmins = expected.adminOnOthers !== expected.otherBuyer && expected.buyer === 403;
      expect([endpoint, response.status]).toEqual([endpoint, isForAdmins ? 403 : expected.otherBuyer]);
      if (isForAdmins) expect((await response.json()).code).toBe("second-factor-required");
      if (response.status >= 400) expect(await fingerprint()).toBe(before);
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

type Caller = TestPerson & { cookie?: string };

async function ownedThings(owner: TestPerson) {
  const trim = await buildTrim(shop.db);
  const soldOut = await buildTrim(shop.db, { quantity: 0 });
  const { name, email } = owner;
  const address = "Vävaregatan 14, Umeå";
  const bought = { trimId: trim.id, productName: trim.name, orderQuantity: 100, unitPrice: "1" };
  const buyer = { userId: owner.id, name, email, phone: "12345", address };
  const [order] = await shop.db
    .insert(orders)
    .values({ ...buyer, ...bought })
    .returning();
  const [sheet] = await shop.db
    .insert(orderSheets)
    .values({ ...buyer, lines: 1, pieces: 100, total: "100.00" })
    .returning();
  await shop.db.insert(orders).values({ ...buyer, ...bought, sheetId: sheet?.id ?? null });
  const written = { name, email, review: "Even.", ratings: 5 };
  const hidden = { hiddenAt: new Date().toISOString(), hiddenReason: "other", hiddenNote: "Sent twice" } as const;
  const [review, hiddenReview] = await shop.db
    .insert(reviews)
    .values([written, { ...written, ...hidden }])
    .returning();
  return {
    trim,
    soldOut,
    sheetId: sheet?.id ?? "",
    orderId: order?.id ?? "",
    reviewId: review?.id ?? "",
    hiddenReviewId: hiddenReview?.id ?? "",
    link: await insertLink(shop.db, "verify-email", owner.id),
  };
}

/** Everything a call might change, but for the sessions that come and go with the cells themselves. */
async function fingerprint(): Promise<unknown> {
  const tables = [
    "users",
    "profiles",
    "orders",
    "order_sheets",
    "order_drafts",
    "trims",
    "reviews",
    "stock_movements",
    "watches",
    "uploads",
    "catalogue_imports",
    "audit",
    "order_events",
    "buyers",
    "buyer_notes",
    "sales_weeks",
    "invoices",
    "invoiced_orders",
    "invoice_counters",
    "passkeys",
    "recovery_codes",
  ];
  // Without an order of the rows, whose sorting took most of the time of all cells.
  const each = tables.map(
    (name) => `(select concat(count(*), ' ', bit_xor(hashtextextended(t::text, 0))) from ${name} t)`,
  );
  const { rows } = await shop.db.execute(sql.raw(`select concat_ws(',', ${each.join(", ")}) as sums`));
  return rows[0]?.sums;
}

async function demoted(): Promise<Caller> {
  const person = await signedIn(shop.db, { role: "admin" });
  expect((await call(shop, `DELETE /profiles/admin/${person.email}`, { as: root })).status).toBe(200);
  return person;
}

async function deleted(): Promise<Caller> {
  const person = await signedIn(shop.db);
  expect((await call(shop, `DELETE /profiles/${person.id}`, { as: root })).status).toBe(200);
  return person;
}

/** A session whose cookie is as a browser holds it. */
async function withCookie(about: Parameters<typeof signedIn>[1] = {}): Promise<Caller> {
  const person = await signedIn(shop.db, about);
  const { headers } = await startSession(shop.identity.auth, new Headers(), person.id);
  const cookie = headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  const login = await call(shop, "POST /login", { body: { email: person.email }, headers: { origin: ORIGIN, cookie } });
  return { ...person, cookie, token: (await login.json()).accessToken };
}

async function signedOut(): Promise<Caller> {
  const person = await withCookie();
  const headers = { origin: ORIGIN, cookie: person.cookie ?? "" };
  expect((await call(shop, "POST /auth/sign-out", { body: {}, headers })).status).toBe(200);
  return person;
}

/** The token of a session that goes on, under a signature that is not ours. */
async function forged(): Promise<Caller> {
  const person = await withCookie();
  return { ...person, cookie: (person.cookie ?? "").replace(/\.[^.]+$/, `.${"A".repeat(43)}%3D`) };
}

const newAccount = () => ({
  name: "Camille Besson",
  email: `${crypto.randomUUID()}@atelier-vaubleu.example`,
  password: "selvedge-and-brass",
});

function told({ name, email }: TestPerson) {
  return { name, email, phone: "12345", linkedin: "https://denim.example", location: "Umeå", education: "Weaving" };
}

function newTrim() {
  const name = `Trim ${crypto.randomUUID()}`;
  return { name, price: "1", img: "https://denim.example/a.jpg", moq: 1, quantity: 1 };
}

function newReview({ name, email }: TestPerson) {
  return { name, email, img: "https://denim.example/a.jpg", ratings: 5, review: "Even." };
}

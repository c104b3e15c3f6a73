import type { Permission } from "#app/contract/staff.ts";
import { newOrder, newSheet } from "../builders.ts";
import type { TestPerson } from "../people.ts";

/** What a call is made on: somebody's things and a trim, made afresh for each cell. */
export type Target = {
  owner: TestPerson;
  orderId: string;
  sheetId: string;
  trim: { id: string; name: string };
  soldOut: { id: string };
  reviewId: string;
  hiddenReviewId: string;
  /** Theirs, with a colleague, an address and an invitation. */
  company: {
    companyId: string;
    addressId: string;
    invitationId: string;
    colleagueId: string;
    version: string;
    token: string;
  };
  /** The token of a verification mail. */
  link: string;
  picture: Uint8Array<ArrayBuffer>;
  /** A file of items that was imported. */
  importId: string;
};
export type Sent = { path: string; body?: object | Uint8Array<ArrayBuffer>; headers?: Record<string, string> };

/** Who calls, by which credentials, and on whose things. */
export const columns = {
  anon: { on: "own", send: "nothing" },
  unverified: { on: "own", send: "token" },
  buyer: { on: "own", send: "token" },
  otherBuyer: { on: "another's", send: "token" },
  admin: { on: "own", send: "token" },
  adminOnOthers: { on: "another's", send: "token" },
  demoted: { on: "own", send: "token" },
  demotedOnOthers: { on: "another's", send: "token" },
  deleted: { on: "own", send: "token" },
  signedOut: { on: "own", send: "token" },
  cookieAlone: { on: "own", send: "cookie" },
  cookieOfAdmin: { on: "own", send: "cookie" },
  cookieOnOthers: { on: "another's", send: "cookie" },
  cookieSignedOut: { on: "own", send: "cookie" },
  cookieForged: { on: "own", send: "cookie" },
} as const;

export type Column = keyof typeof columns;
export type Row = { sent: (target: Target) => Sent; expected: Record<Column, number> };

const everybody = (sent: Row["sent"]): Row => alike(200, sent);

/** A person's own things, from which all others are kept. */
const ownerAlone = (sent: Row["sent"]): Row => ({ sent, expected: { ...statuses(200), ...onOthers(403, 403) } });

const adminsAlone = (sent: Row["sent"], about: Partial<Row["expected"]> = {}): Row => ({
  sent,
  expected: { ...statuses(403), admin: 200, adminOnOthers: 200, ...about },
});

/** On an invoice that does not exist. */
const ofMoney = (path: string, asked: object): Row =>
  adminsAlone(
    () => ({
      ...{ path, headers: { "idempotency-key": crypto.randomUUID() } },
      body: { invoice: "2001-00001", ...asked },
    }),
    { admin: 404, adminOnOthers: 404 },
  );

/** The same for everybody who is signed in, and 401 for everybody who is not, or no longer. */
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

/** The same answer for everybody. */
const alike = (status: number, sent: Row["sent"]): Row => ({ sent, expected: statuses(status, { gone: status }) });

/** Whatever is the caller's own, for everybody who is signed in. */
const signedInAlone = (sent: Row["sent"]): Row => ({ sent, expected: statuses(200) });

/** What nobody of this table has. */
const ofNobody = (sent: Row["sent"]): Row => ({ sent, expected: statuses(404) });

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

/** For managers of a company, who have it; nobody else is told that there is one. Admins have none. */
const managersAlone = (sent: Row["sent"], about: Partial<Row["expected"]> = {}): Row => ({
  sent,
  expected: { ...statuses(200), ...onOthers(404, 404), admin: 404, ...about },
});

/** The call of a manager on the company as it is. */
const onCompany = (path: (company: Target["company"]) => string, body?: object): Row["sent"] => {
  return ({ company }) => ({
    path: path(company),
    headers: { "if-match": `"${company.version}"`, "idempotency-key": crypto.randomUUID() },
    ...(body && { body }),
  });
};

/** Of a bank statement; no such invoice is there. */
const noLine = { day: "2026-11-27", amount: "10.00", text: "TRANSFER", nth: 1 };

const wrong = { cookieAlone: 403, cookieOfAdmin: 403, cookieOnOthers: 403 };

const noPasskey = {
  ...{ id: "AAAA", rawId: "AAAA", type: "public-key", clientExtensionResults: {} },
  response: { clientDataJSON: "e30", authenticatorData: "e30", signature: "e30", attestationObject: "e30" },
};

const notAccepted = { admin: 404, adminOnOthers: 404 };

function onOthers(buyer: number, admin: number) {
  return { otherBuyer: buyer, demotedOnOthers: buyer, adminOnOthers: admin };
}

const companyAddress = {
  ...{ label: "Dock 5", street: "Vävaregatan 15", postcode: "903 21", town: "Umeå", country: "SE" },
};

/** Every endpoint of the API × everybody. An endpoint without a row fails. */
export const rows: Record<string, Row> = {
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
  // Nobody here is waiting for a second step or has a passkey.
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
  "PUT /profile/{email}": ownerAlone(({ owner }) => ({ path: `/profile/${owner.email}`, body: profileOf(owner) })),
  "GET /profiles": adminsAlone(() => ({ path: "/profiles" })),
  // The other is a member of a company.
  "PUT /profiles/admin/{email}": adminsAlone(({ owner }) => ({ path: `/profiles/admin/${owner.email}` }), {
    adminOnOthers: 409,
  }),
  "DELETE /profiles/admin/{email}": adminsAlone(({ owner }) => ({ path: `/profiles/admin/${owner.email}` })),
  "GET /staff": adminsAlone(() => ({ path: "/staff" })),
  "PUT /staff/{email}": adminsAlone(
    ({ owner }) => ({ path: `/staff/${owner.email}`, body: { roles: ["owner", "orders"] } }),
    { adminOnOthers: 409 },
  ),
  "GET /staff/invitations": adminsAlone(() => ({ path: "/staff/invitations" })),
  "POST /staff/invitations": adminsAlone(({ trim }) => ({
    path: "/staff/invitations",
    body: { email: "hana@denim.example", roles: ["orders"] },
    headers: { "idempotency-key": trim.id },
  })),
  "DELETE /staff/invitations/{id}": adminsAlone(({ trim }) => ({ path: `/staff/invitations/${trim.id}` }), {
    ...{ admin: 404, adminOnOthers: 404 },
  }),
  "GET /staffInvitations/{token}": alike(404, () => ({ path: "/staffInvitations/unknown" })),
  "POST /staffInvitations/{token}": {
    sent: ({ trim }) => ({ path: "/staffInvitations/unknown", headers: { "idempotency-key": trim.id } }),
    expected: { ...statuses(404), ...onOthers(404, 404) },
  },
  "PUT /accounts/{id}/lock": adminsAlone(
    ({ owner }) => ({ path: `/accounts/${owner.id}/lock`, body: { reason: "Lost phone" } }),
    { admin: 409 },
  ),
  "DELETE /accounts/{id}/lock": adminsAlone(({ owner }) => ({ path: `/accounts/${owner.id}/lock` })),
  "DELETE /profiles/{id}": adminsAlone(({ owner }) => ({ path: `/profiles/${owner.id}` }), { admin: 409 }),
  // Whoever owns the things of this table has a company already, but for admins.
  "POST /companies": {
    sent: onCompany(() => "/companies", { name: "Umeå Jeans", country: "SE" }),
    expected: { ...statuses(409), ...onOthers(200, 409), unverified: 403 },
  },
  "GET /membership": signedInAlone(() => ({ path: "/membership" })),
  "GET /company": managersAlone(() => ({ path: "/company" })),
  "PUT /company": managersAlone(onCompany(() => "/company", { name: "Umeå Jeans", country: "SE" })),
  "PUT /documentsEmails/{token}": alike(404, () => ({ path: "/documentsEmails/unknown" })),
  "POST /company/addresses": managersAlone(onCompany(() => "/company/addresses", companyAddress)),
  "PUT /company/addresses/{id}": managersAlone(
    onCompany(({ addressId }) => `/company/addresses/${addressId}`, companyAddress),
  ),
  "DELETE /company/addresses/{id}": managersAlone(onCompany(({ addressId }) => `/company/addresses/${addressId}`)),
  "PUT /company/members/{id}": managersAlone(
    onCompany(({ colleagueId }) => `/company/members/${colleagueId}`, { role: "viewer" }),
  ),
  "DELETE /company/members/{id}": managersAlone(onCompany(({ colleagueId }) => `/company/members/${colleagueId}`)),
  "POST /company/invitations": managersAlone(
    onCompany(() => "/company/invitations", { email: "new@norrland-denim.example", role: "viewer" }),
    { unverified: 403 },
  ),
  "DELETE /company/invitations/{id}": managersAlone(
    onCompany(({ invitationId }) => `/company/invitations/${invitationId}`),
  ),
  "GET /invitations/{token}": everybody(({ company }) => ({ path: `/invitations/${company.token}` })),
  // It is for another address than any of theirs.
  "POST /invitations/{token}": {
    sent: onCompany(({ token }) => `/invitations/${token}`),
    expected: statuses(403),
  },
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
  "GET /catalogueImports/{id}/file": adminsAlone(({ importId }) => ({ path: `/catalogueImports/${importId}/file` })),
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
  // app/features/orders/company-orders.test.ts has each role.
  "GET /companyOrders": managersAlone(() => ({ path: "/companyOrders" })),
  "GET /companyOrderCounts": managersAlone(() => ({ path: "/companyOrderCounts" })),
  "DELETE /orders/{id}": {
    sent: ({ orderId }) => ({ path: `/orders/${orderId}` }),
    expected: { ...statuses(200), ...onOthers(403, 200) },
  },
  "GET /orders/{id}": {
    sent: ({ orderId }) => ({ path: `/orders/${orderId}` }),
    expected: { ...statuses(200), ...onOthers(404, 200) },
  },
  "PATCH /orders/{id}": {
    sent: ({ orderId }) => ({ path: `/orders/${orderId}`, body: { version: 1, poNumber: "CD-2614" } }),
    expected: { ...statuses(200), ...onOthers(404, 200) },
  },
  "POST /orders/{id}/moves": adminsAlone(({ orderId }) => ({
    path: `/orders/${orderId}/moves`,
    body: { track: "review", from: "in-review", to: "accepted" },
  })),
  "GET /orderCounts": ownerAlone(({ owner }) => ({ path: `/orderCounts?email=${owner.email}` })),
  "POST /orderMoves": adminsAlone(({ orderId }) => ({
    path: "/orderMoves",
    body: { ids: [orderId], track: "review", from: "in-review", to: "accepted" },
  })),
  "POST /orders/{id}/notes": adminsAlone(({ orderId }) => ({
    path: `/orders/${orderId}/notes`,
    body: { note: "Watch the die", noteFor: "internal" },
  })),
  "GET /events": signedInAlone(() => ({ path: "/events" })),
  "GET /declineReasons": adminsAlone(() => ({ path: "/declineReasons" })),
  "GET /orderViews": adminsAlone(() => ({ path: "/orderViews" })),
  "PUT /orderViews/{name}": adminsAlone(() => ({ path: "/orderViews/Late", body: { search: "?tab=due" } })),
  "DELETE /orderViews/{name}": adminsAlone(() => ({ path: "/orderViews/Late" })),
  "GET /allOrders": adminsAlone(() => ({ path: "/allOrders" })),
  "GET /allOrders.csv": adminsAlone(() => ({ path: "/allOrders.csv" })),
  "GET /orderDraft": signedInAlone(() => ({ path: "/orderDraft" })),
  "PUT /orderDraft": signedInAlone(({ trim }) => ({
    path: "/orderDraft",
    body: { lines: [{ trimId: trim.id, orderQuantity: 100 }] },
    headers: { "if-match": '"none"' },
  })),
  // Members of staff are no buyers.
  "GET /buyers/{id}/delivery": adminsAlone(({ owner }) => ({ path: `/buyers/${owner.id}/delivery` }), { admin: 404 }),
  "POST /buyers/{id}/orderSheets": adminsAlone(
    ({ owner, trim }) => {
      const { name: _, email: __, ...body } = newSheet(owner, [trim]);
      return { path: `/buyers/${owner.id}/orderSheets`, body, headers: { "idempotency-key": crypto.randomUUID() } };
    },
    { admin: 404 },
  ),
  "POST /orderDraft/matches": signedInAlone(({ trim }) => ({
    path: "/orderDraft/matches",
    body: { articles: [trim.name] },
  })),
  // Members of staff have none of their own.
  "GET /statement": {
    sent: () => ({ path: "/statement" }),
    expected: { ...statuses(200), admin: 404, adminOnOthers: 404 },
  },
  "GET /statement.csv": {
    sent: () => ({ path: "/statement.csv" }),
    expected: { ...statuses(200), admin: 404, adminOnOthers: 404 },
  },
  "GET /statement.pdf": {
    sent: ({ owner }) => ({ path: `/statement.pdf?buyer=${owner.id}` }),
    expected: { ...statuses(404), admin: 200, adminOnOthers: 200 },
  },
  "GET /usedPoNumbers": signedInAlone(() => ({ path: "/usedPoNumbers?po=4500-2271" })),
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
  "GET /waitingMessages": signedInAlone(() => ({ path: "/waitingMessages" })),
  "GET /orders/{id}/messages": {
    sent: ({ orderId }) => ({ path: `/orders/${orderId}/messages` }),
    expected: { ...statuses(200), ...onOthers(404, 200) },
  },
  "POST /orders/{id}/messages": {
    sent: ({ orderId }) => ({
      path: `/orders/${orderId}/messages`,
      body: { words: "When?" },
      headers: { "idempotency-key": crypto.randomUUID() },
    }),
    expected: { ...statuses(200), ...onOthers(404, 200) },
  },
  "GET /orders/{id}/claims": {
    sent: ({ orderId }) => ({ path: `/orders/${orderId}/claims` }),
    expected: { ...statuses(200), ...onOthers(404, 200) },
  },
  // Nothing of this table was delivered, and staff claim nothing.
  "POST /orders/{id}/claims": {
    sent: ({ orderId }) => ({
      path: `/orders/${orderId}/claims`,
      body: { kind: "missing", pieces: 1, wants: "credit", words: "Short." },
      headers: { "idempotency-key": crypto.randomUUID() },
    }),
    expected: { ...statuses(409), admin: 403, ...onOthers(404, 403) },
  },
  "POST /claims/{id}/pictures": {
    sent: ({ picture }) => ({
      path: `/claims/${crypto.randomUUID()}/pictures`,
      headers: { "idempotency-key": crypto.randomUUID() },
      body: picture,
    }),
    expected: { ...statuses(404), ...onOthers(404, 404) },
  },
  "GET /claims/{id}/pictures/{picture}": {
    sent: () => ({ path: `/claims/${crypto.randomUUID()}/pictures/${crypto.randomUUID()}` }),
    expected: { ...statuses(404), ...onOthers(404, 404) },
  },
  "POST /claims/{id}/moves": {
    sent: () => ({
      path: `/claims/${crypto.randomUUID()}/moves`,
      body: { to: "withdrawn" },
      headers: { "idempotency-key": crypto.randomUUID() },
    }),
    expected: { ...statuses(404), ...onOthers(404, 404) },
  },
  "GET /failedMails": adminsAlone(() => ({ path: "/failedMails" })),
  "POST /failedMails/{id}/attempts": adminsAlone(
    () => ({
      path: `/failedMails/${crypto.randomUUID()}/attempts`,
      headers: { "idempotency-key": crypto.randomUUID() },
    }),
    { admin: 404, adminOnOthers: 404 },
  ),
  "GET /claims": adminsAlone(() => ({ path: "/claims" })),
  "GET /orderSheets/{id}/messages": {
    sent: ({ sheetId }) => ({ path: `/orderSheets/${sheetId}/messages` }),
    expected: { ...statuses(200), ...onOthers(404, 200) },
  },
  "POST /orderSheets/{id}/messages": {
    sent: ({ sheetId }) => ({
      path: `/orderSheets/${sheetId}/messages`,
      body: { words: "When?" },
      headers: { "idempotency-key": crypto.randomUUID() },
    }),
    expected: { ...statuses(200), ...onOthers(404, 200) },
  },
  "PATCH /orderSheets/{id}": {
    sent: ({ sheetId }) => ({ path: `/orderSheets/${sheetId}`, body: { version: 1, poNumber: "CD-2614" } }),
    expected: { ...statuses(200), ...onOthers(404, 200) },
  },
  "DELETE /orderSheets/{id}": {
    sent: ({ sheetId }) => ({ path: `/orderSheets/${sheetId}` }),
    expected: { ...statuses(200), ...onOthers(404, 200) },
  },
  // app/features/sheets/approvals/approvals.test.ts has each role.
  "POST /approvals": {
    sent: ({ owner, trim }) => ({
      path: "/approvals",
      body: { sheet: newSheet(owner, [trim]) },
      headers: { "idempotency-key": crypto.randomUUID() },
    }),
    expected: { ...statuses(200), ...onOthers(403, 403), admin: 404 },
  },
  "GET /approvals": signedInAlone(() => ({ path: "/approvals" })),
  "POST /approvals/{id}/moves": ofNobody(({ orderId }) => ({
    path: `/approvals/${orderId}/moves`,
    body: { to: "approved" },
    headers: { "idempotency-key": crypto.randomUUID() },
  })),
  "GET /adminDashboard": adminsAlone(() => ({ path: "/adminDashboard" })),
  "GET /search": signedInAlone(() => ({ path: "/search?q=denim" })),
  "GET /sales": adminsAlone(() => ({ path: "/sales" })),
  "GET /buyers": adminsAlone(() => ({ path: "/buyers" })),
  "GET /buyerCounts": adminsAlone(() => ({ path: "/buyerCounts" })),
  "GET /buyers.csv": adminsAlone(() => ({ path: "/buyers.csv" })),
  "GET /buyers/{id}": adminsAlone(({ owner }) => ({ path: `/buyers/${owner.id}` })),
  "POST /companyFoundings": adminsAlone(() => ({
    path: "/companyFoundings",
    body: { name: "Umeå Jeans", country: "SE", email: `${crypto.randomUUID()}@umea-jeans.example` },
    headers: { "idempotency-key": crypto.randomUUID() },
  })),
  // A company of this table has a manager, unless it is that of staff, who are members of none.
  "POST /companies/{id}/managers": adminsAlone(
    onCompany(({ companyId }) => `/companies/${companyId}/managers`, {
      email: `${crypto.randomUUID()}@umea-jeans.example`,
    }),
    { adminOnOthers: 409 },
  ),
  "POST /companies/{id}/merges": adminsAlone(
    ({ company }) => ({
      path: `/companies/${company.companyId}/merges`,
      headers: { "if-match": `"${company.version}"`, "idempotency-key": crypto.randomUUID() },
      body: { into: company.companyId },
    }),
    { admin: 409, adminOnOthers: 409 },
  ),
  "GET /companies": adminsAlone(() => ({ path: "/companies" })),
  "GET /companies/{id}": adminsAlone(({ company }) => ({ path: `/companies/${company.companyId}` })),
  "PUT /companies/{id}/terms": adminsAlone(
    onCompany(({ companyId }) => `/companies/${companyId}/terms`, { termsDays: null, creditLimit: null, tolerance: 2 }),
  ),
  "POST /buyers/{id}/notes": adminsAlone(({ owner }) => ({
    path: `/buyers/${owner.id}/notes`,
    body: { note: "Pays late" },
  })),
  "GET /orders/{id}/confirmation.pdf": ownersAndAdmins(({ orderId }) => `/orders/${orderId}/confirmation.pdf`),
  "GET /orders/{id}/proforma.pdf": ownersAndAdmins(({ orderId }) => `/orders/${orderId}/proforma.pdf`),
  // Nothing of it is invoiced or accepted.
  "GET /orders/{id}/invoice.pdf": noneYet(({ orderId }) => `/orders/${orderId}/invoice.pdf`),
  "GET /orders/{id}/paymentInstructions": ownersAndAdmins(({ orderId }) => `/orders/${orderId}/paymentInstructions`),
  "GET /orderSheets/{id}/paymentInstructions": ownersAndAdmins(
    ({ sheetId }) => `/orderSheets/${sheetId}/paymentInstructions`,
  ),
  "POST /bankStatements": adminsAlone(() => ({
    path: "/bankStatements",
    body: new TextEncoder().encode("2026-11-27\t10.00\tTRANSFER"),
    headers: { "content-type": "text/plain" },
  })),
  "POST /bankLines": adminsAlone(() => ({
    path: "/bankLines",
    body: { lines: [{ ...noLine, invoices: [{ number: "2026-00001", open: "10.00" }] }] },
    headers: { "idempotency-key": crypto.randomUUID() },
  })),
  "POST /bankLineReversals": adminsAlone(() => ({
    path: "/bankLineReversals",
    body: { lines: [noLine] },
    headers: { "idempotency-key": crypto.randomUUID() },
  })),
  "GET /accounts.csv": adminsAlone(() => ({ path: "/accounts.csv" })),
  "GET /accounts.xlsx": adminsAlone(() => ({ path: "/accounts.xlsx" })),
  "GET /payments": adminsAlone(() => ({ path: "/payments" })),
  "GET /creditNotes/{number}/credit-note.pdf": noneYet(() => "/creditNotes/CN-2026-00001/credit-note.pdf"),
  "GET /invoices/{number}/invoice.pdf": noneYet(() => "/invoices/2001-00001/invoice.pdf"),
  "GET /invoices": adminsAlone(() => ({ path: "/invoices" })),
  "GET /invoiceSums": adminsAlone(() => ({ path: "/invoiceSums" })),
  "GET /invoices/{number}": adminsAlone(() => ({ path: "/invoices/2001-00001" }), { admin: 404, adminOnOthers: 404 }),
  "GET /orders/{id}/packing.pdf": adminsAlone(
    ({ orderId }) => ({ path: `/orders/${orderId}/packing.pdf` }),
    notAccepted,
  ),
  "GET /orderSheets/{id}/confirmation.pdf": ownersAndAdmins(
    ({ sheetId }) => `/orderSheets/${sheetId}/confirmation.pdf`,
  ),
  "GET /orderSheets/{id}/proforma.pdf": ownersAndAdmins(({ sheetId }) => `/orderSheets/${sheetId}/proforma.pdf`),
  "GET /orderSheets/{id}/invoice.pdf": noneYet(({ sheetId }) => `/orderSheets/${sheetId}/invoice.pdf`),
  "GET /orderSheets/{id}/packing.pdf": adminsAlone(
    ({ sheetId }) => ({ path: `/orderSheets/${sheetId}/packing.pdf` }),
    notAccepted,
  ),
  "GET /orders/{id}/missingCharacters": adminsAlone(({ orderId }) => ({
    path: `/orders/${orderId}/missingCharacters`,
  })),
  "GET /orderSheets/{id}/missingCharacters": adminsAlone(({ sheetId }) => ({
    path: `/orderSheets/${sheetId}/missingCharacters`,
  })),
  // 999,999,999 is nobody's.
  "GET /packingLists.pdf": adminsAlone(() => ({ path: "/packingLists.pdf?order=999999999" }), notAccepted),
  // Nothing of this table is invoiced.
  "POST /payments": ofMoney("/payments", { amount: "1", day: "2026-01-31" }),
  "POST /refunds": ofMoney("/refunds", { amount: "1", day: "2026-01-31", reason: "Bent" }),
  "POST /writeOffs": ofMoney("/writeOffs", { amount: "1", reason: "Bank charges" }),
  "POST /allocations": ofMoney("/allocations", { amount: "1" }),
  "POST /creditNotes": ofMoney("/creditNotes", { reason: "Bent" }),
  "POST /reminders": adminsAlone(
    () => ({
      path: "/reminders",
      body: { invoices: ["2001-00001"] },
      headers: { "idempotency-key": crypto.randomUUID() },
    }),
    { admin: 409, adminOnOthers: 409 },
  ),
  "POST /reversals": adminsAlone(
    () => ({
      path: "/reversals",
      body: { booking: crypto.randomUUID(), reason: "Of another" },
      headers: { "idempotency-key": crypto.randomUUID() },
    }),
    { admin: 404, adminOnOthers: 404 },
  ),
  // Nothing of this table is packed.
  "POST /deliveries": adminsAlone(
    ({ orderId }) => ({
      path: "/deliveries",
      body: { lines: [{ order: orderId, pieces: 1, before: 0 }] },
      headers: { "idempotency-key": crypto.randomUUID() },
    }),
    { admin: 409, adminOnOthers: 409 },
  ),
  "PATCH /deliveries/{id}": adminsAlone(
    () => ({
      path: `/deliveries/${crypto.randomUUID()}`,
      body: { version: 1, carrier: "DHL", trackingNumber: null, trackingUrl: null },
    }),
    { admin: 404, adminOnOthers: 404 },
  ),
  "POST /orders/{id}/closings": adminsAlone(
    ({ orderId }) => ({
      path: `/orders/${orderId}/closings`,
      body: { before: 1 },
      headers: { "idempotency-key": crypto.randomUUID() },
    }),
    { admin: 409, adminOnOthers: 409 },
  ),
  "POST /orders/{id}/charges": adminsAlone(({ orderId }) => ({
    path: `/orders/${orderId}/charges`,
    body: { version: 1, kind: "freight", amount: "12.00", reason: "By air" },
    headers: { "idempotency-key": crypto.randomUUID() },
  })),
  "POST /orderSheets/{id}/charges": adminsAlone(({ sheetId }) => ({
    path: `/orderSheets/${sheetId}/charges`,
    body: { version: 1, kind: "freight", amount: "12.00", reason: "By air" },
    headers: { "idempotency-key": crypto.randomUUID() },
  })),
  "DELETE /orders/{id}/charges/{charge}": adminsAlone(({ orderId }) => ({
    path: `/orders/${orderId}/charges/${crypto.randomUUID()}`,
  })),
  "DELETE /orderSheets/{id}/charges/{charge}": adminsAlone(({ sheetId }) => ({
    path: `/orderSheets/${sheetId}/charges/${crypto.randomUUID()}`,
  })),
  "PUT /orders/{id}/tolerance": adminsAlone(({ orderId }) => ({
    path: `/orders/${orderId}/tolerance`,
    body: { tolerance: 5 },
  })),
  // The orders of this table wait for a review.
  "POST /printRuns": adminsAlone(
    ({ orderId }) => ({
      path: "/printRuns",
      body: { kind: "pick", ids: [orderId] },
      headers: { "idempotency-key": crypto.randomUUID() },
    }),
    { admin: 409, adminOnOthers: 409 },
  ),
  "GET /printRuns/{id}": adminsAlone(() => ({ path: "/printRuns/999999999" }), { admin: 404, adminOnOthers: 404 }),
  "GET /printRuns/{id}/list.pdf": adminsAlone(() => ({ path: "/printRuns/999999999/list.pdf" }), notAccepted),
  "GET /audit": adminsAlone(() => ({ path: "/audit" })),
  "GET /auditFilters": adminsAlone(() => ({ path: "/auditFilters" })),
  "GET /audit.csv": adminsAlone(() => ({ path: "/audit.csv" })),
};

const newAccount = () => ({
  name: "Camille Besson",
  email: `${crypto.randomUUID()}@atelier-vaubleu.example`,
  password: "selvedge-and-brass",
});

function profileOf({ name, email }: TestPerson) {
  return { name, email, phone: "12345", linkedin: "https://denim.example", location: "Umeå", education: "Weaving" };
}

function newTrim() {
  const name = `Trim ${crypto.randomUUID()}`;
  return { name, price: "1", img: "https://denim.example/a.jpg", moq: 1, quantity: 1 };
}

function newReview({ name, email }: TestPerson) {
  return { name, email, img: "https://denim.example/a.jpg", ratings: 5, review: "Even." };
}

/** What a member of staff must be permitted for these calls; the other calls of admins are for all of them. */
export const permissionOf: Record<string, Permission> = {
  "GET /audit": "read-record",
  "GET /auditFilters": "read-record",
  "GET /audit.csv": "read-record",
  "GET /staff": "manage-people",
  "PUT /staff/{email}": "manage-people",
  "GET /staff/invitations": "manage-people",
  "POST /staff/invitations": "manage-people",
  "DELETE /staff/invitations/{id}": "manage-people",
  "PUT /accounts/{id}/lock": "manage-people",
  "DELETE /accounts/{id}/lock": "manage-people",
  "GET /profiles": "manage-people",
  "PUT /profiles/admin/{email}": "manage-people",
  "DELETE /profiles/admin/{email}": "manage-people",
  "DELETE /profiles/{id}": "manage-people",
  "GET /buyers": "see-buyers",
  "GET /buyerCounts": "see-buyers",
  "GET /buyers.csv": "see-buyers",
  "GET /buyers/{id}": "see-buyers",
  "POST /buyers/{id}/notes": "see-buyers",
  "POST /companyFoundings": "see-buyers",
  "POST /companies/{id}/managers": "see-buyers",
  "POST /companies/{id}/merges": "see-buyers",
  "GET /companies": "see-buyers",
  "GET /companies/{id}": "see-buyers",
  "PUT /companies/{id}/terms": "see-buyers",
  "GET /allOrders.csv": "see-buyers",
  "GET /buyers/{id}/delivery": "manage-orders",
  "POST /buyers/{id}/orderSheets": "manage-orders",
  "GET /declineReasons": "manage-orders",
  "POST /orders/{id}/moves": "manage-orders",
  "PATCH /orders/{id}": "manage-orders",
  "PATCH /orderSheets/{id}": "manage-orders",
  "POST /orders/{id}/charges": "manage-orders",
  "POST /orderSheets/{id}/charges": "manage-orders",
  "DELETE /orders/{id}/charges/{charge}": "manage-orders",
  "DELETE /orderSheets/{id}/charges/{charge}": "manage-orders",
  "POST /orders/{id}/messages": "manage-orders",
  "POST /orderSheets/{id}/messages": "manage-orders",
  "DELETE /orders/{id}": "manage-orders",
  "DELETE /orderSheets/{id}": "manage-orders",
  "POST /printRuns": "ship-orders",
  "GET /invoices": "see-invoices",
  "GET /invoiceSums": "see-invoices",
  "GET /invoices/{number}": "see-invoices",
  "POST /payments": "manage-money",
  "POST /refunds": "manage-money",
  "POST /writeOffs": "manage-money",
  "POST /allocations": "manage-money",
  "POST /creditNotes": "manage-money",
  "POST /reversals": "manage-money",
  "POST /reminders": "manage-money",
  "GET /trims.csv": "manage-products",
  "POST /trims.csv": "manage-products",
  "GET /catalogueImports": "manage-products",
  "GET /catalogueImports/{id}/file": "manage-products",
  "POST /trims": "manage-products",
  "PATCH /trims/{id}": "manage-products",
  "DELETE /trims/{id}": "manage-products",
  "POST /images": "manage-products",
  "GET /trims/low": "manage-stock",
  "GET /allReviews": "manage-products",
  "GET /reviewCounts": "manage-products",
  "PUT /reviews/{id}/hidden": "manage-products",
  "DELETE /reviews/{id}/hidden": "manage-products",
  "PUT /reviews/{id}/answer": "manage-products",
};

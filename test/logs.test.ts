import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort, NPM_START, queryShop, type ShopProcess, startShopProcess, stopShopProcess } from "./shop-process.ts";
import { startSmtp } from "./smtp.ts";

// A public shop, as it runs for years. All that it says is read.

const SECRET = "a-secret-that-nobody-may-ever-read";
const PASSWORD = "corduroy-and-horn-74";
const EMAIL = "astrid.lindqvist@norrland-denim.example";
const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const person = { name: "Astrid Lindqvist", email: EMAIL, password: PASSWORD };

let folder: string;
let shop: ShopProcess;
let smtp: Awaited<ReturnType<typeof startSmtp>>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "rivet-logs-"));
  smtp = await startSmtp();
  const PORT = await freePort();
  const settings = {
    ...{ PORT, DATA_DIR: folder, DEMO: "0", SECRET, LOG_REQUESTS: "1", TRUSTED_PROXIES: "127.0.0.1,::1" },
    ...{ APP_ORIGIN: `http://localhost:${PORT}`, SMTP_URL: smtp.url, MAIL_FROM: "shop@rivet.example" },
    LIMITS: "registration=3/60",
  };
  shop = await startShopProcess(settings, NPM_START);
  await smtp.turn("550");
  expect((await send("POST", "/api/auth/sign-up/email", { body: person })).status).toBe(200);
  await queryShop(
    folder,
    `update users set email_verified = true, role = 'admin', staff_roles = '{owner}' where email = '${EMAIL}'`,
  );
}, 120_000);
afterAll(async () => {
  await stopShopProcess(shop);
  await smtp.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

const lines = (): Record<string, unknown>[] =>
  shop.said
    .join("")
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line));

type Sent = { body?: unknown; headers?: Record<string, string> };

async function send(method: string, path: string, { body, headers }: Sent = {}) {
  const answer = await fetch(shop.url + path, {
    method,
    headers: { origin: shop.url, ...(body ? { "content-type": "application/json" } : {}), ...headers },
    ...(body ? { body: typeof body === "string" ? body : JSON.stringify(body) } : {}),
  });
  const requestId = answer.headers.get("x-request-id");
  return { status: answer.status, requestId, cookies: answer.headers.getSetCookie(), body: await answer.text() };
}

async function logIn(headers?: Record<string, string>) {
  const credentials = { email: EMAIL, password: PASSWORD };
  const signedIn = await send("POST", "/api/auth/sign-in/email", { body: credentials, ...(headers && { headers }) });
  const cookie = signedIn.cookies.map((line) => line.split(";")[0]).join("; ");
  const login = await send("POST", "/api/login", { body: { email: EMAIL }, headers: { cookie } });
  return { cookie, accessToken: JSON.parse(login.body).accessToken as string };
}

const trim = {
  name: "Horn toggle, 40 mm",
  line: "buttons",
  description: "Horn",
  price: "0.5",
  moq: 10,
  quantity: 100,
};

const about = (requestId: string | null | undefined, msg: string) =>
  lines().filter((line) => line.requestId === requestId && line.msg === msg);

describe("the log of a public shop", () => {
  it("tells of refusals and admin acts by their request, and holds no secret, body or e-mail address", async () => {
    const wrong = await send("POST", "/api/auth/sign-in/email", { body: { email: EMAIL, password: "wrong-guess-99" } });
    expect(wrong.status).toBe(401);
    const headers = { traceparent: `00-${TRACE}-00f067aa0ba902b7-01`, "x-forwarded-for": "203.0.113.9" };
    const { cookie, accessToken } = await logIn(headers);
    const authorization = `Bearer ${accessToken}`;
    const profile = await send("GET", `/api/profile/${EMAIL}`, { headers: { authorization } });
    expect(profile.status).toBe(200);
    const foreign = await send("GET", "/api/orders?email=somebody@else.example", {
      headers: { authorization, ...headers },
    });
    expect(foreign.status).toBe(403);
    const added = await send("POST", "/api/trims", {
      body: { ...trim, img: "/images/products/horn-toggle.webp" },
      headers: { authorization },
    });
    expect(added.body).toContain("insertedId");
    await send("GET", "/");
    const fromMemory = await send("GET", "/");
    const attempts = [];
    for (let at = 0; at < 4; at++) {
      const body = { ...person, email: `mill-${at}@norrland-denim.example` };
      attempts.push(await send("POST", "/api/auth/sign-up/email", { body }));
    }
    const full = attempts.find(({ status }) => status === 429);
    for (const path of [`/${EMAIL}`, `/reset-password?token=${accessToken}`, `/verify-email?token=${accessToken}`])
      await send("GET", path);
    await expect
      .poll(() => lines().filter(({ msg }) => msg === "a mail was given up"), { timeout: 20_000 })
      .not.toEqual([]);

    const written = lines();
    expect(about(wrong.requestId, "refused")).toMatchObject([
      {
        status: 401,
        method: "POST",
        route: "/api/auth/sign-in/email",
        code: "not-signed-in",
        network: expect.any(String),
      },
    ]);
    expect(about(foreign.requestId, "refused")).toMatchObject([
      { status: 403, route: "/api/orders", network: "203.0.113.0/24", userId: expect.any(String), traceId: TRACE },
    ]);
    expect(about(full?.requestId, "refused")).toMatchObject([{ status: 429, code: "too-many-requests" }]);
    expect(about(added.requestId, "an admin action")).toMatchObject([
      { action: "add-trim", objectId: JSON.parse(added.body).insertedId, userId: expect.any(String) },
    ]);
    for (const { requestId } of [wrong, foreign, added, profile, fromMemory])
      expect(about(requestId, "request")).toHaveLength(1);

    const all = shop.said.join("");
    const tokens = [accessToken, ...cookie.split("; ").map((pair) => decodeURIComponent(pair.split("=")[1] ?? ""))];
    const secrets = [SECRET, PASSWORD, "wrong-guess-99", ...tokens, "Astrid", "Horn toggle"];
    const names = ["astrid.lindqvist", "somebody", "mill-0", "mill-3"];
    for (const word of [...secrets, ...names]) expect(all, word).not.toContain(word);
    for (const line of written) if (line.msg === "request") expect(line.requestId).toEqual(expect.any(String));
  });

  it("tells of an import, which is done after its answer has begun", async () => {
    const authorization = `Bearer ${(await logIn()).accessToken}`;
    const headers = { authorization, "content-type": "text/csv" };
    const body = "number,name,price,moq,quantity,image\n,Horn toggle,1.5,10,70,https://a.example/b.jpg\n";
    const last = ({ body }: { body: string }) => JSON.parse(body.trimEnd().split("\n").at(-1) ?? "");
    const { report } = last(await send("POST", "/api/trims.csv?dryRun=1", { body, headers }));
    const imported = await send("POST", `/api/trims.csv?token=${report.token}&name=horn.csv`, { body, headers });
    const { applied } = last(imported);
    expect(applied).toMatchObject({ added: 1 });
    await expect
      .poll(() => about(imported.requestId, "an admin action"))
      .toMatchObject([{ action: "import-items", objectId: applied.importId, userId: expect.any(String) }]);
  });

  it.each([
    { failures: 1, isDone: true, actions: 1 },
    { failures: 2, isDone: false, actions: 0 },
  ])("tells of an act as often as it was done: $acts times, if $failures commits fail", async (row) => {
    const headers = { authorization: `Bearer ${(await logIn()).accessToken}` };
    const name = `Horn toggle, ${row.failures} cm`;
    await send("POST", "/api/trims", { body: { ...trim, name, img: "/images/products/horn-toggle.webp" }, headers });
    const order = { name: person.name, email: EMAIL, phone: "12345", address: "Umeå", orderQuantity: 10 };
    const placed = await send("POST", "/api/orders", { body: { ...order, productName: name }, headers });
    const ids = [JSON.parse(placed.body).insertedId];
    // A sequence is not set back when a transaction is.
    await queryShop(
      folder,
      `create sequence attempts;
       create function fail() returns trigger language plpgsql as $$ begin
         if nextval('attempts') <= ${row.failures} then raise 'held' using errcode = '55P03'; end if;
         return null;
       end $$;
       create constraint trigger fail after insert on audit deferrable initially deferred
         for each row execute function fail()`,
    );
    const body = { ids, track: "review", from: "in-review", to: "accepted" };
    const moved = await send("POST", "/api/orderMoves", { body, headers });
    await queryShop(folder, "drop trigger fail on audit; drop function fail; drop sequence attempts");
    expect(JSON.parse(moved.body)).toMatchObject([{ ok: row.isDone }]);
    await expect.poll(() => about(moved.requestId, "request")).toHaveLength(1);
    expect(about(moved.requestId, "an admin action")).toHaveLength(row.actions);
  });

  it("names lines of the sources in the stack of an error that nobody expected", async () => {
    await queryShop(folder, "alter table reviews rename to gone");
    const failed = await send("GET", "/api/reviews?limit=7");
    await queryShop(folder, "alter table gone rename to reviews");
    expect(failed.status).toBe(500);
    await expect.poll(() => about(failed.requestId, "unexpected error")).toHaveLength(1);
    const [line] = about(failed.requestId, "unexpected error");
    expect(line).toMatchObject({
      err: { stack: expect.stringMatching(/listReviews \(.*app\/features\/reviews\/queries\.server\.ts:\d+:\d+\)/) },
    });
    expect(JSON.stringify(line)).not.toContain("build/shop");
  });
});

// Starts what deploy/ describes, on this machine and without containers: nginx with TLS from deploy/nginx.conf, two
// shops, a PostgreSQL of its own. Needs nginx and openssl: `npm run try-deploy`. Prints what it sees, and ends with 1
// if that is not as expected.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { Agent, type RequestOptions, request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { startEngine } from "#app/platform/engine/engine.server.ts";
import { demoPeople } from "#db/demo-people.ts";
import { stockUp } from "#test/buyers.ts";
import {
  databaseUrl,
  freePort,
  queryShop,
  type ShopProcess,
  startShopProcess,
  stopShopProcess,
} from "#test/shop-process.ts";
import { writeNginx } from "./nginx-sample.ts";

const PASSWORD = "selvedge-and-brass";
const READ_MS = 4_000;
/** By then nginx asks a shop again that was away: see `fail_timeout` in deploy/nginx.conf. */
const BACK_MS = 3_000;
const login = z.object({ accessToken: z.string() });
const placed = z.object({ insertedId: z.string() });

const folder = mkdtempSync(join(tmpdir(), "rivet-deploy-"));
const database = join(folder, "database");
const [PORT, FIRST, SECOND, METRICS] = await Promise.all([freePort(), freePort(), freePort(), freePort()]);
const origin = `https://localhost:${PORT}`;
const ends: (() => unknown)[] = [];
try {
  const engine = await startEngine({ dataDir: database, log: console.error });
  ends.push(() => engine.stop());
  const settings = {
    ...{ DATABASE_URL: databaseUrl(engine.connection), APP_ORIGIN: origin, SECRET: "s".repeat(32) },
    ...{
      TRUSTED_PROXIES: "127.0.0.1",
      DRAIN_SECONDS: "2",
      LIMITS: "registration=3/60,order-account=99999/60",
      HOST: "127.0.0.1",
    },
  };
  const start = (port: string, more = {}) =>
    startShop({ ...settings, PORT: port, DATA_DIR: join(folder, port), ...more });
  const startSecond = () => start(SECOND, { METRICS: `127.0.0.1:${METRICS}` });
  const [first, second] = [await start(FIRST), await startSecond()];
  await startNginx();
  await seePages();
  await seeLimits();
  await seeStream();
  const again = await seeRestarts([first, second], (at) => (at === 0 ? start(FIRST) : startSecond()));
  await seeBothServe();
  await seeNobodyServe(again);
} finally {
  for (const end of ends.toReversed()) await end();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

async function startShop(settings: Parameters<typeof startShopProcess>[0]): Promise<ShopProcess> {
  // It answers no calls for a host that is not its own; a proxy asks for its health instead.
  const shop = await startShopProcess(settings);
  ends.push(() => stopShopProcess(shop));
  return shop;
}

async function startNginx(): Promise<void> {
  const words = await writeNginx(folder, { own: PORT, first: FIRST, second: SECOND });
  execFileSync("nginx", ["-t", "-q", ...words]);
  const nginx = spawn("nginx", words, { stdio: "inherit" });
  ends.push(async () => {
    const gone = once(nginx, "exit");
    nginx.kill("SIGQUIT");
    await gone;
  });
  for (let tries = 0; tries < 100; tries++) {
    const answer = await ask("/readyz").catch(() => undefined);
    if (answer?.status === 200) return;
    await pause(100);
  }
  throw new Error(`nginx does not answer: ${readFileSync(`${folder}/nginx/error.log`, "utf8")}`);
}

async function seePages(): Promise<void> {
  const page = await ask("/");
  report("the home page over TLS", [page.status, page.headers["strict-transport-security"] !== undefined], [200, true]);
  const session = await signIn();
  report("the session cookie is for TLS alone", /Secure/.test(session.setCookie), true);
  const { body } = await ask("/api/trims?limit=1");
  const [trim] = z.array(z.object({ name: z.string(), moq: z.number() })).parse(JSON.parse(body));
  const { name, email } = demoPeople.buyer;
  const order = { name, email, phone: "12345", address: "x", productName: trim?.name, orderQuantity: trim?.moq };
  report(
    "an order through the proxy",
    (await post("/api/orders", order, { authorization: session.token })).status,
    200,
  );
  report("metrics do not leave the machine", (await ask("/metrics")).status, 404);
}

/** Each of 127.0.1.1, 127.0.2.1 … is another visitor, in another network. */
async function seeLimits(): Promise<void> {
  const register = async (at: number, localAddress: string, headers = {}) => {
    const account = { name: "Mill", email: `mill-${at}@denim.example`, password: PASSWORD };
    return (await post("/api/auth/sign-up/email", account, headers, { localAddress })).status;
  };
  const own = [];
  for (let at = 0; at < 4; at++) own.push(await register(at, "127.0.1.1"));
  report("registrations of one visitor, three an hour", own, [200, 200, 200, 429]);
  report(
    "the same visitor who claims another address",
    await register(5, "127.0.1.1", { "x-forwarded-for": "198.51.100.7" }),
    429,
  );
  report("another visitor meanwhile", await register(6, "127.0.2.1"), 200);
}

async function seeStream(): Promise<void> {
  const { token } = await signIn();
  const said = await new Promise<string>((resolve, reject) => {
    const asked = request(`${origin}/api/events`, { ...options(), headers: { authorization: token } }, (response) => {
      response.once("data", (chunk) => {
        resolve(String(chunk).split("\n")[0] ?? "");
        asked.destroy();
      });
    });
    asked
      .setTimeout(READ_MS, () => reject(new Error("the stream says nothing")))
      .on("error", reject)
      .end();
  });
  report("the news of orders begins at once", said, "retry: 2000");
}

/** Visitors and a buyer without a pause, while each of the two shops is stopped and started again. */
async function seeRestarts(shops: ShopProcess[], startAgain: (at: number) => Promise<ShopProcess>) {
  await stockUp((statement) => queryShop(database, statement));
  const statuses = new Map<number | string, number>();
  const ordered: string[] = [];
  let isOver = false;
  const count = (status: number | string) => statuses.set(status, (statuses.get(status) ?? 0) + 1);
  const visit = async (at: number) => {
    const paths = ["/", "/api/trims?limit=20", "/blogs", "/livez"];
    for (let next = at; !isOver; next++) {
      count(await ask(paths[next % paths.length] ?? "/").then((answer) => answer.status, String));
    }
  };
  const { token } = await signIn();
  const { body } = await ask("/api/trims?limit=20");
  const trims = z
    .array(z.object({ name: z.string(), moq: z.number() }))
    .parse(JSON.parse(body))
    .slice(1);
  const { name, email } = demoPeople.buyer;
  const buy = async () => {
    for (let next = 0; !isOver; next++) {
      const trim = trims[next % trims.length];
      const order = { name, email, phone: "12345", address: "x", productName: trim?.name, orderQuantity: trim?.moq };
      const answer = await post("/api/orders", order, { authorization: token }).catch((error: unknown) =>
        String(error),
      );
      count(typeof answer === "string" ? `an order: ${answer}` : answer.status);
      if (typeof answer !== "string" && answer.status === 200)
        ordered.push(placed.parse(JSON.parse(answer.body)).insertedId);
    }
  };
  const busy = [...Array.from({ length: 8 }, (_, at) => visit(at)), buy(), buy()];
  await pause(500);
  const again: ShopProcess[] = [];
  for (const [at, shop] of shops.entries()) {
    report("a shop that was told to stop ends with", await stopShopProcess(shop), 0);
    again.push(await startAgain(at));
    await pause(BACK_MS);
  }
  isOver = true;
  await Promise.all(busy);
  report(
    `${statuses.get(200)} requests, ${ordered.length} orders among them, while both shops restart: all others`,
    [...statuses].filter(([status]) => status !== 200),
    [],
  );
  const rows = await queryShop<{ id: string }>(database, "select id from orders");
  const stored = new Set(rows.map(({ id }) => id));
  report(
    "orders lost or doubled",
    [ordered.filter((id) => !stored.has(id)).length, ordered.length - new Set(ordered).size],
    [0, 0],
  );
  return again;
}

async function seeBothServe(): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${METRICS}/metrics`);
  const served = /shop_request_duration_seconds_count\{.*route="\/blogs",status="200"\} (\d+)/.exec(
    await answer.text(),
  );
  report("the second shop has had its share of the visitors", Number(served?.[1]) > 0, true);
}

/** What people see who come while no shop is running. */
async function seeNobodyServe(shops: ShopProcess[]): Promise<void> {
  await Promise.all(shops.map((shop) => stopShopProcess(shop)));
  const { status, body, headers } = await ask("/");
  report("without a shop", [status, headers["retry-after"], /Please try again/.test(body)], [502, "5", true]);
}

type Answer = { status: number; body: string; headers: Record<string, string | string[] | undefined> };

function options(): RequestOptions {
  return { ca: readFileSync(join(folder, "fullchain.pem")), agent: new Agent({ keepAlive: false }) };
}

function ask(path: string, more: RequestOptions = {}, body?: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request(origin + path, { ...options(), ...more }, async (response) => {
      const text = Buffer.concat(await Array.fromAsync(response)).toString();
      resolve({ status: response.statusCode ?? 0, body: text, headers: response.headers });
    });
    asked.on("error", reject).end(body);
  });
}

function post(path: string, body: unknown, headers: Record<string, string> = {}, more: RequestOptions = {}) {
  const all = { "content-type": "application/json", origin, ...headers };
  return ask(path, { method: "POST", headers: all, ...more }, JSON.stringify(body));
}

async function signIn(): Promise<{ setCookie: string; token: string }> {
  const { email, password } = demoPeople.buyer;
  const session = await post("/api/auth/sign-in/email", { email, password });
  const lines = [session.headers["set-cookie"] ?? []].flat();
  const cookie = lines.map((line) => line.split(";")[0]).join("; ");
  const { accessToken } = login.parse(JSON.parse((await post("/api/login", { email }, { cookie })).body));
  return { setCookie: lines.join("\n"), token: `Bearer ${accessToken}` };
}

function report(what: string, seen: unknown, expected: unknown): void {
  const isAsExpected = JSON.stringify(seen) === JSON.stringify(expected);
  console.log(`${isAsExpected ? "ok  " : "FAIL"} ${what}: ${JSON.stringify(seen)}`);
  if (!isAsExpected) process.exitCode = 1;
}

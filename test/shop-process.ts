import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type Server } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { findEngine } from "#app/platform/engine/engine.server.ts";
import { demoPeople } from "#db/demo-people.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
/** A long run on a busy machine waits longer. */
const START_MS = Number(process.env.START_SECONDS ?? 60) * 1000;
const STOP_MS = 10_000;
const ASK_AGAIN_MS = 50;
/** A shop's own words, once it listens. */
const OPEN = "Rivet & Reed is open at";

/** A shop in a process of its own. `process` is what the command started: for `npm start` that is npm. */
export type ShopProcess = { process: ChildProcess; url: string; said: string[] };

/** The README's command. */
export const NPM_START = ["npm", "start"] as const;

/** What that command starts once all is built, below the root. */
export const BUILT = "build/shop/server.js";

/**
 * Starts a demo shop, without its invented year unless the settings ask for it, and waits until it answers. @throws
 * Error with what it said when it does not start, and the `ShopProcess` as its cause
 */
export async function startShopProcess(
  settings: { PORT: string; DATA_DIR: string } & NodeJS.ProcessEnv,
  [program, ...words]: readonly [string, ...string[]] = [process.execPath, BUILT],
): Promise<ShopProcess> {
  const { PATH, HOME, TMPDIR, LANG } = process.env;
  const env = { PATH, HOME, TMPDIR, LANG, DEMO: "1", DEMO_YEAR: "0", ...settings };
  const child = spawn(program, words, { cwd: ROOT, env, stdio: ["ignore", "pipe", "pipe"] });
  const shop: ShopProcess = { process: child, url: `http://localhost:${settings.PORT}`, said: [] };
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (words) => shop.said.push(String(words)));
  const deadline = Date.now() + START_MS;
  while (isRunning(child) && Date.now() < deadline) {
    // An answer before that is from another shop, which took the port first.
    const isOpen = shop.said.join("").includes(OPEN);
    const answer = isOpen ? await fetch(`${shop.url}/api/trims?limit=1`).catch(() => undefined) : undefined;
    if (answer?.ok) return shop;
    await pause(ASK_AGAIN_MS);
  }
  await stopShopProcess(shop);
  throw new Error(`The shop did not start. It said:\n${shop.said.join("")}`, { cause: shop });
}

/** Asks it to stop, and ends it when it does not in time. Returns its exit code: null if it had to be ended. */
export async function stopShopProcess({ process: child }: ShopProcess, patienceMs = STOP_MS): Promise<number | null> {
  if (!isRunning(child)) return child.exitCode;
  const gone = once(child, "exit");
  child.kill("SIGTERM");
  const impatience = setTimeout(() => child.kill("SIGKILL"), patienceMs);
  await gone;
  clearTimeout(impatience);
  return child.exitCode;
}

function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}

/**
 * The database of an embedded shop: its process, and `owner`, the process of the shop. @throws Error when none runs.
 */
export async function engineBelow(dataDir: string) {
  const found = await findEngine(dataDir);
  if (!found) throw new Error(`no engine runs on ${dataDir}`);
  return found;
}

/** Asks the database of an embedded shop, past the shop. */
export async function queryShop<Row extends pg.QueryResultRow>(dataDir: string, statement: string): Promise<Row[]> {
  const client = new pg.Client((await engineBelow(dataDir)).connection);
  await client.connect();
  const { rows } = await client.query<Row>(statement);
  await client.end();
  return rows;
}

/** What the API said to a request. The status is 0 where the answer was cut off, or nobody listened. */
export type Said<Body = Record<string, unknown>> = { status: number; body: Body; retryAfter: string | null };

/** Asks the API of a running shop, as in `askShop(url, "POST /orders", { token, body })`. */
export async function askShop<Body = Record<string, unknown>>(
  url: string,
  request: string,
  { token, body, key = crypto.randomUUID() }: { token?: string; body?: object; key?: string } = {},
): Promise<Said<Body>> {
  const [method = "", path = ""] = request.split(" ");
  const headers = {
    "content-type": "application/json",
    "idempotency-key": key,
    ...(token && { authorization: `Bearer ${token}` }),
  };
  const sent = { method, headers, ...(body && { body: JSON.stringify(body) }) };
  const response = await fetch(`${url}/api${path}`, sent).catch(() => undefined);
  const said = await response?.json().catch(() => undefined);
  // Without its body, nothing was acknowledged.
  if (!response || said === undefined) return { status: 0, body: {} as Body, retryAfter: null };
  return { status: response.status, body: said, retryAfter: response.headers.get("retry-after") };
}

/** Below the ports that a system gives to connections: one of those may be gone before a shop has started. */
const FIRST_PORT = 25_000;
const LAST_PORT = 29_999;
/** A shop needs seconds before it listens. Until then, whoever took its port listens so far below it. */
const CLAIM_BELOW = 10_000;

/**
 * A port of 127.0.0.1 that nobody listens on. It belongs to this process until that ends: nobody else who asks here is
 * given it, in another checkout either. @throws Error when there is none
 */
export async function freePort(): Promise<string> {
  for (let port = FIRST_PORT; port <= LAST_PORT; port++) {
    const claim = await listenOn(port - CLAIM_BELOW);
    if (!claim) continue;
    const probe = await listenOn(port);
    if (probe) {
      probe.close();
      await once(probe, "close");
      return String(port);
    }
    claim.close();
  }
  throw new Error(`No port from ${FIRST_PORT} to ${LAST_PORT} is free`);
}

/** Listens without keeping the process alive. Undefined when somebody else listens there. */
async function listenOn(port: number): Promise<Server | undefined> {
  const server = createServer().listen(port, "127.0.0.1").unref();
  return once(server, "listening").then(
    () => server,
    () => undefined,
  );
}

/** How a process of its own reaches a database of the tests. */
export function databaseUrl({
  host,
  port,
  user,
  database,
}: Record<"host" | "user" | "database", string> & { port: number }) {
  return `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
}

/** The demo buyer's session, as the cookie a browser keeps. */
export async function signInAsBuyer(url: string): Promise<string> {
  return signIn(url, demoPeople.buyer);
}

async function signIn(url: string, { email, password }: { email: string; password: string }): Promise<string> {
  const session = await fetch(`${url}/api/auth/sign-in/email`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: url },
    body: JSON.stringify({ email, password }),
  });
  const cookies = session.headers.getSetCookie().map((line) => line.split(";")[0]);
  return cookies.join("; ");
}

/** The demo buyer with an access token, over HTTP as a browser gets it. */
export async function logInAsBuyer(url: string, cookie?: string) {
  return logIn(url, demoPeople.buyer, cookie ?? (await signInAsBuyer(url)));
}

/** The demo admin with an access token. */
export async function logInAsAdmin(url: string) {
  return logIn(url, demoPeople.admin, await signIn(url, demoPeople.admin));
}

async function logIn(url: string, { email, name }: { email: string; name: string }, cookie: string) {
  const headers = { "content-type": "application/json", origin: url, cookie };
  const login = await fetch(`${url}/api/login`, { method: "POST", headers, body: JSON.stringify({ email }) });
  return { name, email, token: (await login.json()).accessToken as string };
}

type Buyer = Record<"token" | "name" | "email", string>;

/** Orders the least of the first trim. Answers the trim as it was before, and the order's number. */
export async function orderFirstTrim(url: string, { token, name, email }: Buyer) {
  const [trim] = await (await fetch(`${url}/api/trims?limit=1`)).json();
  const order = { name, email, phone: "12345", address: "x", productName: trim.name, orderQuantity: trim.moq };
  const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
  const placed = await fetch(`${url}/api/orders`, { method: "POST", headers, body: JSON.stringify(order) });
  if (!placed.ok) throw new Error(`The order was answered ${placed.status}: ${await placed.text()}`);
  const { insertedId } = await placed.json();
  const found = await fetch(`${url}/api/orders/${insertedId}`, { headers });
  const { number } = await found.json();
  return { trim, number: number as number };
}

// Repeats known attacks on the shop as `npm start` starts it: `node bin/repeat-attacks.ts`. Prints what each was
// answered, and ends with 1 if an answer is not the expected one. Crashes and signals are repeated by the tests that
// docs/reliability.md names.
import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { demoPeople } from "#db/demo-people.ts";
import { freePort, NPM_START, startShopProcess, stopShopProcess } from "#test/shop-process.ts";

const PASSWORD = "selvedge-and-brass";
const READ_MS = 4000;
/** How old a public page may be while orders are placed. */
const STALE_MS = 250;
const login = z.object({ accessToken: z.string() });
const dataDir = mkdtempSync(join(tmpdir(), "rivet-attacks-"));
const PORT = await freePort();
const url = `http://localhost:${PORT}`;
const settings = { PORT, DATA_DIR: dataDir, APP_ORIGIN: url, TRUSTED_PROXIES: "127.0.0.1,::1" };
const shop = await startShopProcess(settings, NPM_START);
try {
  await repeatSignIns();
  await repeatOrdersUnderReaders();
  await repeatQueries();
  await repeatOrdersOfUnconfirmed();
  await repeatMalformed();
} finally {
  await stopShopProcess(shop);
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
}
await repeatPublicDemo();

/** One person who signs in without a pause, honest people elsewhere, and guesses at one password. */
async function repeatSignIns(): Promise<void> {
  const { email, password } = demoPeople.buyer;
  const people = Array.from({ length: 12 }, (_, at) => `honest${at}@atelier-vaubleu.example`);
  for (const [at, one] of people.entries()) await post("/auth/sign-up/email", account(one), `198.51.100.${at}`);
  const flood = Promise.all(
    Array.from({ length: 60 }, () => post("/auth/sign-in/email", { email, password }, "203.0.113.1")),
  );
  const honest = await Promise.all(
    people.map((one, at) => post("/auth/sign-in/email", { email: one, password: PASSWORD }, `198.51.100.${at}`)),
  );
  report("60 sign-ins of one account at once: 12 others elsewhere", honest.map(statusOf), { 200: 12 });
  await flood;
  const { email: target } = demoPeople.admin;
  const guesses = Array.from({ length: 80 }, (_, at) =>
    post("/auth/sign-in/email", { email: target, password: `guess-${at}` }, "203.0.113.9"),
  );
  const checked = (await Promise.all(guesses)).map(statusOf).filter((status) => status === 401);
  report("80 wrong passwords for one account at once: how many were checked", checked, { 401: 10 });
}

/** Ten readers of the home page, alone and while a buyer orders as fast as the shop allows. */
async function repeatOrdersUnderReaders(): Promise<void> {
  const { email, password } = demoPeople.buyer;
  const { cookie } = await post("/auth/sign-in/email", { email, password }, "198.51.100.99");
  const { accessToken } = login.parse((await post("/login", { email }, "198.51.100.99", { cookie })).body);
  const trim = await findTrim();
  const order = { name: "Camille Besson", email, phone: "12345", address: "Lyon", orderQuantity: trim.moq };
  const headers = { authorization: `Bearer ${accessToken}` };
  await readHome();
  const alone = await readHome();
  const placing = new AbortController();
  const buyers = Array.from({ length: 4 }, async () => {
    const statuses = [];
    while (!placing.signal.aborted) {
      statuses.push((await post("/orders", { ...order, productName: trim.name }, "198.51.100.99", headers)).status);
    }
    return statuses;
  });
  const meanwhile = await readHome();
  placing.abort();
  const placed = (await Promise.all(buyers)).flat().filter((status) => status === 200).length;
  const words = `${alone.answers} home pages in ${READ_MS / 1000} s alone, ${meanwhile.answers} while ${placed} orders were placed`;
  report(`${words}: the rate`, [meanwhile.answers > alone.answers / 10 ? "stays" : "collapses"], { stays: 1 });
  const most = READ_MS / STALE_MS + 1;
  const few = meanwhile.pages <= most ? "no" : "yes";
  report(`${meanwhile.pages} different home pages meanwhile: more than one per ${STALE_MS} ms`, [few], { no: 1 });
}

/** What ten readers get until the time is over. */
async function readHome(): Promise<{ answers: number; pages: number }> {
  const until = performance.now() + READ_MS;
  const marks = new Set<string | null>();
  let answers = 0;
  const readers = Array.from({ length: 10 }, async () => {
    while (performance.now() < until) {
      marks.add((await ask("/")).etag);
      answers++;
    }
  });
  await Promise.all(readers);
  return { answers, pages: marks.size };
}

/** The trim with the largest stock. */
async function findTrim() {
  const trims = z.array(z.looseObject({ name: z.string(), moq: z.int(), quantity: z.int() }));
  const [most] = trims.parse(JSON.parse((await ask("/api/trims")).text)).toSorted((a, b) => b.quantity - a.quantity);
  if (!most) throw new Error("the demo has no trims");
  return most;
}

async function repeatQueries(): Promise<void> {
  const marks = await Promise.all(["/", "/?x=1", "/?utm_source=a"].map(async (path) => (await ask(path)).etag));
  report("the home page under queries that no page reads: different pages", [new Set(marks).size], { 1: 1 });
  const searches = await Promise.all(Array.from({ length: 600 }, (_, at) => ask(`/?q=${at}`)));
  report("600 searches at once: answers that are neither 200 nor 503", searches.map(statusOf).filter(isOdd), {});
  const nowhere = await Promise.all(Array.from({ length: 600 }, (_, at) => ask(`/nowhere/${at}`)));
  report("600 addresses that mean nothing", nowhere.map(statusOf), { 404: 600 });
}

async function repeatOrdersOfUnconfirmed(): Promise<void> {
  const email = "stranger@norrland-denim.example";
  const { cookie } = await post("/auth/sign-up/email", account(email), "192.0.2.1");
  const { accessToken } = login.parse((await post("/login", { email }, "192.0.2.1", { cookie })).body);
  const authorization = `Bearer ${accessToken}`;
  const trim = await findTrim();
  const order = { name: "Camille Besson", email, phone: "12345", address: "abuse ".repeat(20) };
  const placed = [];
  for (let at = 0; at < 50; at++) {
    const body = { ...order, productName: trim.name, orderQuantity: trim.moq };
    placed.push(await post("/orders", body, "192.0.2.1", { authorization }));
  }
  report("50 orders from an address that nobody has confirmed", placed.map(statusOf), { 200: 20, 429: 30 });
  const folder = join(dataDir, "mails");
  const mails = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
  const theirs = mails.filter((mail) => /^To: .*stranger@/m.test(mail));
  report(
    "mails to it that tell of an order",
    theirs.filter((mail) => mail.includes("Total:")).map(() => "mail"),
    {},
  );
  const { code, said } = await grant(email);
  report(`making it an admin: “${said.trim()}”`, [code], { 1: 1 });
}

async function repeatMalformed(): Promise<void> {
  const paths = ["/?q=%00", "/images/uploads/%00.webp", "/api/trims?after=2147483648", "//", "///", "//evil.test/"];
  const answers = await Promise.all(paths.map((path) => askRaw(path)));
  report(paths.join(" "), answers, { 400: paths.length });
  report("another Host", [await askRaw("/", { host: "evil.test" })], { 421: 1 });
}

/** A public shop without its settings does not start. */
async function repeatPublicDemo(): Promise<void> {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, APP_ORIGIN: "https://shop.example", DATA_DIR: dataDir };
  const { code, said } = await run("npm", ["start"], env);
  report("npm start under a public address", [code === 0 ? "open" : "refused"], { refused: 1 });
  report(
    "passwords that it prints",
    ["denim-and-brass", "ecru-and-indigo"].filter((word) => said.includes(word)),
    {},
  );
}

function report(what: string, found: (number | string)[], expected: Record<string, number>): void {
  const counts: Record<string, number> = {};
  for (const each of found) counts[each] = (counts[each] ?? 0) + 1;
  const isGood = JSON.stringify(counts) === JSON.stringify(expected);
  const words = Object.entries(counts).map(([each, count]) => `${count} × ${each}`);
  console.log(`${isGood ? "as expected" : "NOT EXPECTED"}: ${what}: ${words.join(", ") || "none"}`);
  if (!isGood) process.exitCode = 1;
}

type Answer = { status: number; etag: string | null; text: string };

async function ask(path: string): Promise<Answer> {
  const response = await fetch(url + path);
  return { status: response.status, etag: response.headers.get("etag"), text: await response.text() };
}

/** The path as it is, because `fetch` would tidy it up. */
function askRaw(path: string, headers: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request({ port: PORT, path, headers: { host: `localhost:${PORT}`, ...headers } }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.on("error", reject).end();
  });
}

async function post(path: string, body: object, from: string, more: Record<string, string> = {}) {
  const headers = { "content-type": "application/json", origin: url, "x-forwarded-for": from, ...more };
  const response = await fetch(`${url}/api${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  const answer: unknown = await response.json().catch(() => undefined);
  return { status: response.status, cookie, body: answer };
}

function account(email: string) {
  return { name: "Camille Besson", email, password: PASSWORD };
}

function statusOf({ status }: { status: number }): number {
  return status;
}

function isOdd(status: number): boolean {
  return status !== 200 && status !== 503;
}

function grant(email: string) {
  return run(process.execPath, ["bin/admin.ts", "grant", email], { PATH: process.env.PATH, ...settings });
}

function run(program: string, words: string[], env: NodeJS.ProcessEnv): Promise<{ code: number; said: string }> {
  return new Promise((resolve) => {
    execFile(program, words, { env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), said: `${stdout}${stderr}` }),
    );
  });
}

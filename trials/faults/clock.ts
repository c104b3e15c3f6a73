import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { areMailsSent, findWrongs, noWrongs, readPutIn, startBuyers, stockUp, tell } from "#test/buyers.ts";
import { logInAsAdmin, logInAsBuyer, signInAsBuyer } from "#test/shop-process.ts";
import { startSmtp } from "#test/smtp.ts";
import { demand, type Fault, until } from "./fault.ts";
import { type Scene, withScene } from "./scene.ts";

const LIBRARIES = ["x86_64-linux-gnu", "aarch64-linux-gnu"].map(
  (platform) => `/usr/lib/${platform}/faketime/libfaketime.so.1`,
);
const REGISTRATIONS = 3;
const HOUR_S = 60 * 60;
const SETTINGS = {
  LIMITS: `registration=${REGISTRATIONS}/60,order-account=100000/60`,
  TRUSTED_PROXIES: "127.0.0.1,::1",
};

/** The shop's clock is 30 days off while the database's stays right. Needs libfaketime. */
export const clock: Fault = {
  name: "clock",
  async strike() {
    const results = [];
    for (const jump of ["+30d", "-30d"])
      for (const since of ["while it runs", "at a later start", "at the first start"] satisfies Since[])
        results.push(await withWrongClock(jump, since));
    return results.join("\n");
  },
};

type Clock = { turn: (by: string) => void };

/** When the clock goes wrong. Before the first start the database is empty. */
type Since = "while it runs" | "at a later start" | "at the first start";

async function withWrongClock(jump: string, since: Since): Promise<string> {
  const library = LIBRARIES.find((path) => existsSync(path));
  if (!library) throw new Error("libfaketime is missing: apt-get install libfaketime");
  const folder = mkdtempSync(join(tmpdir(), "rivet-clock-"));
  const file = join(folder, "time");
  const smtp = await startSmtp();
  const turn = (by: string) => writeFileSync(file, by);
  turn(since === "at the first start" ? jump : "+0");
  const settings = {
    ...{
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: "1",
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
    },
    ...{ ...SETTINGS, SMTP_URL: smtp.url, MAIL_FROM: "shop@rivet.example" },
  };
  try {
    const act = (scene: Scene) => jumpUnderOrders(scene, smtp, { turn }, { jump, since });
    return `${jump} ${since}: ${await withScene("own", act, { settings })}`;
  } finally {
    await smtp.stop();
    rmSync(folder, { recursive: true });
  }
}

async function jumpUnderOrders(
  { shop, query, startAgain }: Scene,
  smtp: Awaited<ReturnType<typeof startSmtp>>,
  { turn }: Clock,
  { jump, since }: { jump: string; since: Since },
): Promise<string> {
  const { url } = shop;
  demand("the clock is right at first", Math.abs(await readSkewS(url)) < HOUR_S, since !== "at the first start");
  await stockUp(query);
  const putIn = await readPutIn(query);
  const cookie = await signInAsBuyer(url);
  const { token } = await logInAsBuyer(url, cookie);
  await using buyers = await startBuyers(url, { count: 4, isPatient: true, restMs: 20 });
  const sell = async () => {
    const enough = buyers.placed().length + 40;
    await until(`more than ${enough} orders`, 60, () => buyers.placed().length > enough);
  };
  await sell();
  const [first] = buyers.placed();
  const [before, meanwhile] = ["198.51.100.7", "203.0.113.7"];
  demand("registrations", await registerAll(url, before), Array(REGISTRATIONS).fill(200));

  turn(jump);
  if (since === "at a later start") await startAgain();
  await until("the clock of the shop is wrong", 30, async () => Math.abs(await readSkewS(url)) > 29 * 24 * HOUR_S);
  await sell();
  demand("the session goes on", await statusOf(url, "/api/auth/get-session", { cookie }), [200, true]);
  const own = `/api/orders?email=${encodeURIComponent("buyer@rivet-and-reed.example")}`;
  demand("so does its token", (await statusOf(url, own, { authorization: `Bearer ${token}` }))[0], 200);
  demand("a new session begins", (await logInAsBuyer(url)).token.length > 20, true);
  // On a busy machine one check may take longer than /readyz waits.
  await until("the shop is ready", 30, async () => (await statusOf(url, "/readyz"))[0] === 200);
  demand("a limit of before holds", isSound(await register(url, before)), true);
  demand("registrations meanwhile", await registerAll(url, meanwhile), Array(REGISTRATIONS).fill(200));
  demand("their limit says when it ends", isSound(await register(url, meanwhile)), true);
  demand("an invoice bears the day of the database", await invoiceOne(url, query, first?.insertedId ?? ""), true);
  const during = await signInAsBuyer(url);

  turn("+0");
  await until("the clock of the shop is right again", 30, async () => Math.abs(await readSkewS(url)) < HOUR_S);
  await sell();
  demand("a session of meanwhile goes on", await statusOf(url, "/api/auth/get-session", { cookie: during }), [
    200,
    true,
  ]);
  for (const network of [before, meanwhile])
    demand("the limit ends when it said", isSound(await register(url, network)), true);
  await buyers.stop();
  // Nobody listens between two runs of the shop.
  const whileStopped = since === "at a later start" ? [0] : [];
  demand("wrong after the jumps", await findWrongs(query, putIn, buyers), noWrongs);
  demand(
    "answers other than orders",
    buyers.answers.filter(({ status }) => ![200, 409, ...whileStopped].includes(status)),
    [],
  );
  await until("all mails are sent", 300, () => areMailsSent(query));
  const ids = smtp.received.map(({ messageId }) => messageId);
  const [caused] = await query<{ mails: string }>("select count(*) as mails from pgboss.job where name = 'mails'");
  demand("mails: sent, different", [ids.length, new Set(ids).size], [Number(caused?.mails), Number(caused?.mails)]);
  const dated = smtp.received.filter(({ date }) => Math.abs(Date.parse(date ?? "") - Date.now()) > HOUR_S * 1000);
  demand("mails that bear another day", dated.length, 0);
  return `${tell(buyers)}; ${ids.length} mails, each once`;
}

/** Somebody who registers too often is told to try again within the hour. */
type Refused = { status: number; retryAfterS: number };
const isSound = ({ status, retryAfterS }: Refused) => status === 429 && retryAfterS > 0 && retryAfterS <= HOUR_S;

async function register(url: string, network: string): Promise<Refused> {
  const account = { name: "Mill", email: `${crypto.randomUUID()}@denim.example`, password: "selvedge-and-brass" };
  const headers = { "content-type": "application/json", origin: url, "x-forwarded-for": network };
  const answer = await fetch(`${url}/api/auth/sign-up/email`, {
    method: "POST",
    headers,
    body: JSON.stringify(account),
  });
  return { status: answer.status, retryAfterS: Number(answer.headers.get("retry-after")) };
}

async function registerAll(url: string, network: string): Promise<number[]> {
  const statuses = [];
  for (let at = 0; at < REGISTRATIONS; at++) statuses.push((await register(url, network)).status);
  return statuses;
}

/** How far the shop's clock is ahead of ours, in seconds, as the date of its answers says. */
async function readSkewS(url: string): Promise<number> {
  const answer = await fetch(`${url}/livez`);
  return (Date.parse(answer.headers.get("date") ?? "") - Date.now()) / 1000;
}

/** The status, and whether the answer names a person. */
async function statusOf(url: string, path: string, headers: Record<string, string> = {}): Promise<[number, boolean]> {
  const answer = await fetch(url + path, { headers: { origin: url, ...headers } });
  return [answer.status, (await answer.text()).includes('"user"')];
}

async function invoiceOne(url: string, query: Scene["query"], id: string): Promise<boolean> {
  const { token } = await logInAsAdmin(url);
  const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
  for (const move of [
    { track: "review", from: "in-review", to: "accepted" },
    { track: "payment", from: "pending", to: "invoiced" },
  ]) {
    const answer = await fetch(`${url}/api/orders/${id}/moves`, {
      method: "POST",
      headers,
      body: JSON.stringify(move),
    });
    demand(`the order is ${move.to}`, answer.status, 200);
  }
  const [row] = await query<{ isToday: boolean }>(
    "select issued_on = (now() at time zone 'UTC')::date and due_on = issued_on + 30 as \"isToday\" from invoices",
  );
  return row?.isToday ?? false;
}

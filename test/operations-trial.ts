import { randomUUID } from "node:crypto";
import { TOTP } from "otpauth";
import { z } from "zod";
import { blocks, type type } from "./operations-page.ts";

// What happens to the shop while somebody types the commands of docs/operations.md.

const ASTRID = "astrid@norrland-denim.example";
const PASSWORD = "corduroy-and-horn-74";
const REFUSED_WITHIN_MS = 60_000;

type Person = { email: string; password: string };

/** What the commands of the page print when all goes well. */
export const OUTCOMES = [
  "alive",
  "ready",
  "shop_pool_connections",
  "holds the shop as it was",
  "The shop is restored",
  "is an admin now",
  "is no admin any more",
  "logs in without a second step now",
  "erased",
  "The mail is in the outbox again",
];

/**
 * Types every block that needs no more than a shop, in the order of the page; `typeIt` types one. The mail server has
 * to refuse everything, and `person` is whom the page names. Returns all that was said. @throws Error with what the
 * first block that fails says
 */
export async function typePage(
  url: string,
  person: Person,
  typeIt: (commands: string) => ReturnType<typeof type>,
): Promise<string> {
  await register(url, { email: ASTRID, password: PASSWORD });
  const must = async (commands: string) => {
    const { code, said } = await typeIt(commands);
    if (code !== 0) throw new Error(`${commands}\n${said}`);
    return said;
  };
  const all = [];
  for (const { kind, commands } of blocks) {
    if (kind) continue;
    if (commands.includes("second-factor-off")) await setUpApp(url, person);
    if (commands.includes("erase-notes")) await order(url, person);
    if (commands.includes("mails retry")) await waitForRefusal(() => must("npm run admin -- mails"));
    all.push(await must(commands));
  }
  return all.join("\n");
}

/** The first mail to Astrid is given up. */
async function waitForRefusal(list: () => Promise<string>): Promise<void> {
  const start = performance.now();
  while (!(await list()).includes(ASTRID))
    if (performance.now() - start > REFUSED_WITHIN_MS) throw new Error(`the mail to ${ASTRID} was not given up`);
}

/** Registers somebody, and returns their session, as the cookie a browser keeps. @throws Error when the shop refuses */
async function register(url: string, { email, password }: Person): Promise<string> {
  return begin(url, "sign-up/email", { name: "Page", email, password });
}

/** The person loses a phone later: now they set up the app on it. */
async function setUpApp(url: string, { email, password }: Person): Promise<void> {
  const cookie = await begin(url, "sign-in/email", { email, password });
  const { key } = z.object({ key: z.string() }).parse(await (await post(url, "app", {}, cookie)).json());
  await post(url, "app/confirm", { code: new TOTP({ secret: key }).generate() }, cookie);
}

/** The person is a buyer with whom there is something to note. */
async function order(url: string, { email, password }: Person): Promise<void> {
  const cookie = await begin(url, "sign-in/email", { email, password });
  const { accessToken } = await (await send(`${url}/api/login`, { email }, { origin: url, cookie })).json();
  const [trim] = await (await fetch(`${url}/api/trims?inStock=1&limit=1`)).json();
  const about = { name: "Page", email, phone: "0046855512080", address: "Vävaregatan 14, Umeå" };
  const goods = { trimId: trim._id, productName: trim.name, orderQuantity: trim.moq };
  const headers = { authorization: `Bearer ${accessToken}`, "idempotency-key": randomUUID() };
  await send(`${url}/api/orders`, { ...about, ...goods }, headers);
}

async function begin(url: string, path: string, body: object): Promise<string> {
  const answer = await post(url, path, body);
  const cookies = answer.headers.getSetCookie().map((line) => line.split(";")[0]);
  return cookies.join("; ");
}

/** @throws Error when the answer is no success */
function post(url: string, path: string, body: object, cookie = ""): Promise<Response> {
  return send(`${url}/api/auth/${path}`, body, { origin: url, cookie });
}

async function send(address: string, body: object, headers: Record<string, string>): Promise<Response> {
  const about = { method: "POST", headers: { "content-type": "application/json", ...headers } };
  const answer = await fetch(address, { ...about, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${address} was answered ${answer.status}: ${await answer.text()}`);
  return answer;
}

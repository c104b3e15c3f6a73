import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import PostalMime, { type Email } from "postal-mime";

/** Where people write to, as the shop of these journeys says. */
export const CONTACT = "help@rivet-and-reed.example";

/** The link in the newest mail to this address with this subject, once it has arrived. */
export async function linkMailedTo(address: string, subject: string): Promise<string> {
  const { text = "" } = await mailTo(address, subject);
  return /https?:\S+\?token=\S+/.exec(text)?.[0] ?? "";
}

/** The newest mail to this address with this subject, or one that ends so, once it has arrived. */
export async function mailTo(address: string, subject: string | { endsWith: string }): Promise<Email> {
  const [isIt, said] =
    typeof subject === "string"
      ? [(one: Email) => one.subject === subject, subject]
      : [(one: Email) => one.subject?.endsWith(subject.endsWith), `… ${subject.endsWith}`];
  let mail: Email | undefined;
  const look = async () => {
    mail = (await readMails()).findLast((one) => isIt(one) && one.to?.[0]?.address === address);
    return mail;
  };
  await expect.poll(look, { timeout: 15_000, message: `a mail "${said}" to ${address}` }).toBeTruthy();
  return mail as Email;
}

async function readMails(): Promise<Email[]> {
  const folder = join(process.env.SHOP_DATA ?? "", "mails");
  // Made with the first mail.
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder).filter((name) => name.endsWith(".eml"));
  const mails = await Promise.all(files.map((name) => readMail(join(folder, name))));
  return mails.toSorted((a, b) => (a.date ?? "").localeCompare(b.date ?? ""));
}

/** A mail that lies there does not change: each is parsed once in a worker, however often one waits for the next. */
const parsed = new Map<string, Promise<Email>>();

function readMail(path: string): Promise<Email> {
  const known = parsed.get(path) ?? PostalMime.parse(readFileSync(path));
  parsed.set(path, known);
  return known;
}

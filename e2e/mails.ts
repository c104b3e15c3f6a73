import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import PostalMime, { type Email } from "postal-mime";

/** The link in the newest mail to this address with this subject, once it has arrived. */
export async function linkMailedTo(address: string, subject: string): Promise<string> {
  let link: string | undefined;
  await expect
    .poll(
      async () => {
        const mails = await readMails();
        const mail = mails.findLast((one) => one.subject === subject && one.to?.[0]?.address === address);
        link = /https?:\S+\?token=\S+/.exec(mail?.text ?? "")?.[0];
        return link;
      },
      { timeout: 15_000, message: `a mail "${subject}" to ${address}` },
    )
    .toBeTruthy();
  return link ?? "";
}

async function readMails(): Promise<Email[]> {
  const folder = join(process.env.SHOP_DATA ?? "", "mails");
  // Made with the first mail.
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder).filter((name) => name.endsWith(".eml"));
  const mails = await Promise.all(files.map((name) => PostalMime.parse(readFileSync(join(folder, name)))));
  return mails.toSorted((a, b) => (a.date ?? "").localeCompare(b.date ?? ""));
}

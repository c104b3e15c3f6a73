import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { Hono } from "hono";
import type { Address, Email } from "postal-mime";
import { listPage, mailPage, type ShownMail } from "./mailbox-pages.server.ts";

const NEWEST = 100;
const mailName = /^[0-9TZ-]+-[0-9a-f-]{36}\.eml$/;

/** Shows the mails written to `folder`, for a demo shop. It is open to everyone, like the demo's accounts. */
export function createMailbox(folder: string, origin: string): Hono {
  const mailbox = new Hono();
  mailbox.use(async (c, next) => {
    await next();
    // The frame with a mail's HTML inherits this: no scripts and no requests to anywhere.
    c.header(
      "Content-Security-Policy",
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    c.header("Cache-Control", "no-store");
    c.header("Referrer-Policy", "no-referrer");
  });
  mailbox.get("/", async (c) => {
    const names = (await namesIn(folder)).toReversed();
    const mails = await Promise.all(names.slice(0, NEWEST).map((name) => readMail(folder, name)));
    return c.html(listPage(mails, names.length));
  });
  mailbox.get("/:name", async (c) => {
    const name = c.req.param("name");
    if (!(await namesIn(folder)).includes(name)) return c.text("There is no such mail.", 404);
    return c.html(mailPage(await readMail(folder, name), origin));
  });
  return mailbox;
}

async function namesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  return names.filter((name) => mailName.test(name)).sort();
}

async function readMail(folder: string, name: string): Promise<ShownMail> {
  // Loaded with the first mail that is shown: a start does without.
  const { default: PostalMime } = await import("postal-mime");
  const mail: Email = await PostalMime.parse(await readFile(join(folder, name)));
  return {
    name,
    subject: mail.subject ?? "",
    to: (mail.to ?? []).map(inWords).join(", "),
    time: mail.date ?? "",
    text: mail.text ?? "",
    html: mail.html ?? "",
  };
}

function inWords({ name, address }: Address): string {
  return address ? `${name} <${address}>`.trim() : name;
}

import { join } from "node:path";
import type { Env } from "#app/platform/env.server.ts";
import { openFileTransport } from "./file-transport.server.ts";
import type { MailTransport } from "./message.server.ts";
import { openSmtpTransport } from "./smtp-transport.server.ts";
import { WORKERS } from "./worker.server.ts";

type Settings = Pick<Env, "mail" | "origin" | "contact" | "demo" | "dataDir">;

/** The folder that replaces a mail server; undefined when there is a server. */
export function findMailFolder({ mail, dataDir }: Pick<Settings, "mail" | "dataDir">): string | undefined {
  return mail.smtpUrl === undefined ? join(dataDir, "mails") : undefined;
}

/** The mail transport for these settings: a mail server or a folder. */
export function openTransport(env: Settings): MailTransport {
  const { mail, origin, contact, demo, dataDir } = env;
  const sender = { from: mail.from, origin, contact };
  return mail.smtpUrl === undefined
    ? openFileTransport({ ...sender, folder: join(dataDir, "mails") })
    : openSmtpTransport({ ...sender, url: mail.smtpUrl, demo, connections: WORKERS });
}

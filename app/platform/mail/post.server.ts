import { join } from "node:path";
import type { Env } from "#app/platform/env.server.ts";
import { openFilePost } from "./file-post.server.ts";
import type { Post } from "./message.server.ts";
import { openSmtpPost } from "./smtp-post.server.ts";
import { WORKERS } from "./worker.server.ts";

type Settings = Pick<Env, "mail" | "origin" | "demo" | "dataDir">;

/** Where mails go instead of to a server; undefined when there is a server. */
export function mailFolderOf({ mail, dataDir }: Pick<Settings, "mail" | "dataDir">): string | undefined {
  return mail.smtpUrl === undefined ? join(dataDir, "mails") : undefined;
}

/** The post these settings ask for: a mail server, or a folder. */
export function openPost(env: Settings): Post {
  const { mail, origin, demo, dataDir } = env;
  const sender = { from: mail.from, origin };
  return mail.smtpUrl === undefined
    ? openFilePost({ ...sender, folder: join(dataDir, "mails") })
    : openSmtpPost({ ...sender, url: mail.smtpUrl, demo, connections: WORKERS });
}

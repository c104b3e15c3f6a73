import { z } from "zod";
import type { Connection } from "./db/client.server.ts";
import { faultOfUrl, readUrl } from "./db/hosts.server.ts";
import { NamelessClient } from "./db/statements.server.ts";

const url = z.string().superRefine((text, context) => {
  const fault = faultOfUrl(text);
  if (fault) context.addIssue({ code: "custom", message: fault });
});

/** The settings that say where an external PostgreSQL is. */
export const databaseVariables = {
  DATABASE_URL: url.optional(),
  DATABASE_DIRECT_URL: url.optional(),
  DATABASE_READ_URL: url.optional(),
};

/** How the shop reaches an external PostgreSQL. */
export type Database = {
  /** For transactions. */
  connection: Connection;
  /**
   * For what needs a session: locks, notifications, migrations, copies. The same as the other unless there is a pooler
   * in between.
   */
  direct: Connection;
  /** A server that follows, for reads that may lag a little; undefined if there is none. */
  reader: Connection | undefined;
};

type Read = { [Name in keyof typeof databaseVariables]?: string | undefined } & { NAMED_STATEMENTS: boolean };

// The limits of a pooled role are meant for the shop's own transactions.
const UNBOUNDED = "-c statement_timeout=0 -c lock_timeout=0 -c idle_in_transaction_session_timeout=0";

// Neither a read that writes nor a server that has become the leader may change anything through this connection.
const READING = "-c default_transaction_read_only=on";

/** The database of the settings, or undefined when the shop runs its own. Faults are sentences for the owner. */
export function readDatabase(read: Read): { database: Database | undefined; faults: string[] } {
  const { DATABASE_URL, DATABASE_DIRECT_URL, DATABASE_READ_URL, NAMED_STATEMENTS } = read;
  if (!DATABASE_URL) {
    const alone = { DATABASE_DIRECT_URL, DATABASE_READ_URL };
    const faults = Object.entries(alone).flatMap(([name, text]) => (text ? [`${name} needs DATABASE_URL`] : []));
    return { database: undefined, faults };
  }
  const names = NAMED_STATEMENTS ? {} : { Client: NamelessClient };
  const pooled = DATABASE_DIRECT_URL ? { isPooled: true } : {};
  const connection = { ...readUrl(DATABASE_URL), ...names, ...pooled };
  const direct = DATABASE_DIRECT_URL ? { ...readUrl(DATABASE_DIRECT_URL), options: UNBOUNDED } : connection;
  const reader = DATABASE_READ_URL ? { ...readUrl(DATABASE_READ_URL), ...names, options: READING } : undefined;
  const faults = reader?.hosts ? ["DATABASE_READ_URL is wrong: name one server, without target_session_attrs"] : [];
  return { database: { connection, direct, reader }, faults };
}

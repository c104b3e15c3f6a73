import { z } from "zod";
import type { Connection } from "./db/client.server.ts";
import { NamelessClient } from "./db/statements.server.ts";

const url = z.string().superRefine((text, context) => {
  const fault = findUrlFault(text);
  if (fault) context.addIssue({ code: "custom", message: fault });
});

/** The settings that say where an external PostgreSQL is. */
export const databaseVariables = {
  DATABASE_URL: url.optional(),
  DATABASE_DIRECT_URL: url.optional(),
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
};

type Read = { [Name in keyof typeof databaseVariables]?: string | undefined } & { NAMED_STATEMENTS: boolean };

// The limits of a pooled role are meant for the shop's own transactions.
const UNBOUNDED = "-c statement_timeout=0 -c lock_timeout=0 -c idle_in_transaction_session_timeout=0";

/** The database of the settings, or undefined when the shop runs its own. Faults are sentences for the owner. */
export function readDatabase(read: Read): { database: Database | undefined; faults: string[] } {
  const { DATABASE_URL, DATABASE_DIRECT_URL, NAMED_STATEMENTS } = read;
  if (!DATABASE_URL) {
    return { database: undefined, faults: DATABASE_DIRECT_URL ? ["DATABASE_DIRECT_URL needs DATABASE_URL"] : [] };
  }
  const names = NAMED_STATEMENTS ? {} : { Client: NamelessClient };
  const pooled = DATABASE_DIRECT_URL ? { isPooled: true } : {};
  const connection = { connectionString: DATABASE_URL, ...names, ...pooled };
  const direct = DATABASE_DIRECT_URL ? { connectionString: DATABASE_DIRECT_URL, options: UNBOUNDED } : connection;
  return { database: { connection, direct }, faults: [] };
}

/** What is wrong with the URL of a PostgreSQL server, or undefined. `pg` knows no more than one host. */
function findUrlFault(text: string): string | undefined {
  const [, host] = /^postgres(?:ql)?:\/\/(?:[^@/?#]*@)?([^/?#]*)/.exec(text) ?? [];
  const query = new URLSearchParams(/\?[^#]*/.exec(text)?.[0]);
  if (`${host}${query.get("host")}`.includes(",") || query.has("target_session_attrs")) {
    return "name the balancer that leads to the server that takes writes, as in deploy/ha/haproxy.cfg, without target_session_attrs";
  }
  const isUrl = host !== undefined && URL.canParse(text);
  return isUrl ? undefined : "write postgres://user:password@host:5432/name";
}

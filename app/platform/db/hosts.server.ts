import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";

/** One server of several. `host` may be the folder of a socket. */
export type Host = { host: string; port: number };

/** Several servers with the same data, of which one takes writes. */
export type Hosts = {
  all: readonly Host[];
  /** The one that took writes when it was last asked. All connections to these hosts share what they learn. */
  writer: Host | undefined;
  /** Under way: all who ask meanwhile wait for it together. */
  seeking?: Promise<Host> | undefined;
};

const DEFAULT_PORT = 5432;
const PROBE_MS = 1_500;
const SHAPE = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)([^?#]*)(\?[^#]*)?$/;
/** libpq's name for it. A shop writes, so nothing else will do. */
const WRITES = new Set(["read-write", "primary"]);

/** What is wrong with a URL of one or several PostgreSQL servers, or undefined. */
export function faultOfUrl(url: string): string | undefined {
  const [, start = "", hosts = "", path = "", query = ""] = SHAPE.exec(url) ?? [];
  const each = hosts.split(",").map((host) => `${start}${host}${path}${query}`);
  if (!start || !each.every((one) => URL.canParse(one))) {
    return "write postgres://user:password@host:5432/name, or several hosts with commas between them";
  }
  const wanted = new URLSearchParams(query).get("target_session_attrs");
  return wanted && !WRITES.has(wanted) ? "write target_session_attrs=read-write: the shop writes" : undefined;
}

/**
 * How `pg` reaches the servers of a URL; with several hosts, or with `target_session_attrs`, the one that takes writes.
 */
export function readUrl(url: string): { connectionString: string; hosts?: Hosts } {
  const [, start = "", hosts = "", path = "", query = ""] = SHAPE.exec(url) ?? [];
  const words = new URLSearchParams(query);
  const names = hosts.split(",");
  if (names.length < 2 && !words.has("target_session_attrs")) return { connectionString: url };
  words.delete("target_session_attrs");
  const rest = words.size > 0 ? `?${words}` : "";
  const each = names.map((name) => `${start}${name}${path}${rest}`);
  const all = each.map((one) => {
    const { host, port } = new pg.Client(one);
    return { host, port: port || DEFAULT_PORT };
  });
  return { connectionString: each[0] ?? url, hosts: { all, writer: undefined } };
}

/** No server takes writes at this moment. Its code is PostgreSQL's for a connection that cannot be made. */
class NoWriter extends Error {
  override name = "NoWriter";
  readonly code = "08001";
}

/** Finds the server that takes writes: the first that says so. @throws NoWriter */
export async function findWriter(hosts: Hosts, how: pg.ClientConfig): Promise<Host> {
  if (hosts.writer) return hosts.writer;
  hosts.seeking ??= seek(hosts, how).finally(() => {
    hosts.seeking = undefined;
  });
  return hosts.seeking;
}

async function seek(hosts: Hosts, how: pg.ClientConfig): Promise<Host> {
  const asked = hosts.all.map(async (host) => {
    // A server that is about to stop may answer only partly.
    const silence = pause(2 * PROBE_MS, "it does not answer", { ref: false });
    const fault = await Promise.race([probe(host, how), silence]);
    if (fault) throw new Error(`${host.host}:${host.port}: ${fault}`);
    return host;
  });
  try {
    hosts.writer = await Promise.any(asked);
    return hosts.writer;
  } catch (error) {
    const reasons = error instanceof AggregateError ? error.errors : [error];
    const said = reasons.map((reason) => (reason instanceof Error ? reason.message : String(reason)));
    throw new NoWriter(`none of the database's hosts takes writes: ${said.join("; ")}`);
  }
}

/** Why this server does not take writes, or undefined when it does. */
async function probe({ host, port }: Host, { connectionString, user, password, database, ssl }: pg.ClientConfig) {
  const client = new pg.Client({
    ...{ connectionString, user, password, database, ssl },
    ...{ connectionTimeoutMillis: PROBE_MS, query_timeout: PROBE_MS, application_name: "rivet-and-reed seeker" },
  });
  Object.assign(client, { host, port });
  client.on("error", () => {});
  try {
    await client.connect();
    return (await isReadOnly(client)) ? "it only reads" : undefined;
  } catch (error) {
    return error instanceof Error ? error.message || String(error) : String(error);
  } finally {
    // Not awaited: the end of a connection to a server that has just vanished may never be reported.
    client.end().catch(() => {});
  }
}

/** Whether the server follows another one, or was told to refuse writes. */
export async function isReadOnly(client: pg.Client): Promise<boolean> {
  const text = "select pg_is_in_recovery() or current_setting('default_transaction_read_only')::boolean as only";
  const { rows } = await client.query<{ only: boolean }>({ text, query_timeout: PROBE_MS } as pg.QueryConfig);
  return rows[0]?.only !== false;
}

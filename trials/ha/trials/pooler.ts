import { readDatabase } from "#app/platform/database-env.server.ts";
import { findPoolerFaults } from "#app/platform/db/pooler.server.ts";
import { report, type Trial } from "../trial.ts";

/** A shop's start names what PgBouncer takes away. */
export const seePooler: Trial = async ({ cluster }) => {
  const { haproxy, pgbouncer } = cluster.urls;
  const see = async (what: string, settings: Record<string, string>, words: string[], isNamed = true) => {
    const { database } = readDatabase({ NAMED_STATEMENTS: isNamed, ...settings });
    // PgBouncer reports once that its connection was cut.
    const faults = await cluster.until("an answer of the pooler", async () =>
      database ? findPoolerFaults(database).catch(() => undefined) : ["no database"],
    );
    const isAsExpected =
      faults.length === words.length && words.every((word) => faults.some((fault) => fault.includes(word)));
    report(what, isAsExpected ? words : faults, words);
  };
  await see("HAProxy", { DATABASE_URL: haproxy }, []);
  await see("PgBouncer without a direct URL", { DATABASE_URL: pgbouncer }, ["refuses statement_timeout"]);
  await see("PgBouncer, names kept on", { DATABASE_URL: pgbouncer, DATABASE_DIRECT_URL: haproxy }, [
    "loses prepared statements",
  ]);
  await see(
    "PgBouncer as direct URL",
    { DATABASE_URL: pgbouncer, DATABASE_DIRECT_URL: pgbouncer },
    ["LISTEN and session locks"],
    false,
  );
  await see("PgBouncer as in shop.env", { DATABASE_URL: pgbouncer, DATABASE_DIRECT_URL: haproxy }, [], false);
  const leader = await cluster.whole();
  await cluster.sql(leader, "alter role shop in database shop reset lock_timeout");
  // PgBouncer keeps its connections: a new setting holds for the next ones.
  await cluster.sql(leader, "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'shop'");
  await see(
    "a role without lock_timeout",
    { DATABASE_URL: pgbouncer, DATABASE_DIRECT_URL: haproxy },
    ["lock_timeout is not in force"],
    false,
  );
  await cluster.sql(leader, "alter role shop in database shop set lock_timeout = '1s'");
  await cluster.sql(leader, "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'shop'");
  // The next trial finds the role as it was, and a pooler that answers.
  await see("the role's lock_timeout again", { DATABASE_URL: pgbouncer, DATABASE_DIRECT_URL: haproxy }, [], false);
};

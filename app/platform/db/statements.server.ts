import { createHash } from "node:crypto";
import type { SQL } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import type pg from "pg";
import type { Db, Tx } from "./client.server.ts";
import { ShopClient } from "./shop-client.server.ts";

type Prepared = { execute: (values?: Record<string, unknown>) => Promise<unknown> };
type Builder<Statement> = { toSQL: () => { sql: string }; prepare: (name: string) => Statement };

/**
 * A statement that each connection parses once and then calls by name: planning the simplest join costs more than
 * running it. `build` writes it with `sql.placeholder` for each value. Returns the function that runs it. Name the
 * columns it reads, never `*`: a statement whose columns a migration changes fails until its connection ends.
 */
export function prepared<Statement extends Prepared>(name: string, build: (db: Db | Tx) => Builder<Statement>) {
  const known = new WeakMap<Db | Tx, Statement>();
  return (db: Db | Tx, values: Record<string, unknown> = {}) => {
    let statement = known.get(db);
    if (!statement) {
      const builder = build(db);
      statement = builder.prepare(nameOf(name, builder.toSQL().sql));
      known.set(db, statement);
    }
    return statement.execute(values) as ReturnType<Statement["execute"]>;
  };
}

/** Like `prepared`, for a statement that only SQL can say. The returned function answers its rows. */
export function preparedSql<Row extends pg.QueryResultRow>(name: string, statement: SQL) {
  const query = dialect.sqlToQuery(statement);
  const full = nameOf(name, query.sql);
  return async (db: Db | Tx, values: Record<string, unknown> = {}): Promise<Row[]> => {
    const { rows } = await db._.session
      .prepareQuery<{ execute: pg.QueryResult<Row>; all: unknown; values: unknown }>(query, undefined, full, false)
      .execute(values);
    return rows;
  };
}

const dialect = new PgDialect();

/** The text is part of the name: neither an edit nor another version of the shop ever finds its name taken. */
function nameOf(name: string, text: string): string {
  return `${name}_${createHash("sha256").update(text).digest("hex").slice(0, 12)}`;
}

/** Sends every statement without its name, for a pooler that gives each transaction another connection. */
export class NamelessClient extends ShopClient {
  constructor(how?: ConstructorParameters<typeof ShopClient>[0]) {
    super(how);
    const send = this.query.bind(this) as (...call: unknown[]) => unknown;
    this.query = ((...call: unknown[]) => send(...call.map(withoutName))) as pg.Client["query"];
  }
}

function withoutName(argument: unknown): unknown {
  const isNamed = typeof argument === "object" && argument !== null && "name" in argument && "text" in argument;
  return isNamed && !("submit" in argument) ? { ...argument, name: undefined } : argument;
}

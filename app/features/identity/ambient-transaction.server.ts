import { AsyncLocalStorage } from "node:async_hooks";
import { type Db, type Tx, transact } from "#app/platform/db/client.server.ts";

const running = new AsyncLocalStorage<Tx>();

/** The database for the identity library, whose callbacks are not told the transaction they run in: `ambient` finds it. */
export function withAmbientTransaction(db: Db): Db {
  const transaction: Db["transaction"] = (work, config) =>
    transact(db, (tx) => running.run(tx, () => work(tx)), config);
  return Object.assign(Object.create(db) as Db, { transaction });
}

/** The transaction that the library has open around this call, else the database itself. */
export function ambient(db: Db): Db | Tx {
  return running.getStore() ?? db;
}

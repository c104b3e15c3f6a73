import pg from "pg";

/** Allows one shop per database: a PostgreSQL session that holds the shop's lock while it lives. */
export type ShopLock = { session: pg.Client; lost: Promise<void> };

export type Address = { host: string; port: number };

// Any number will do, as long as every version of the shop uses it.
const LOCK_KEY = 7_433_828_005;

/** Locks a PostgreSQL of ours and creates its database if needed. Waits briefly for others that are only checking. */
export async function takeLock(address: Address): Promise<ShopLock> {
  return openSession(address, async (session) => {
    await session.query("SET lock_timeout = '5s'");
    await session.query("SELECT pg_advisory_lock($1)", [LOCK_KEY]);
    await createShopDatabase(session);
  });
}

/** Locks a PostgreSQL that another process started; undefined if a shop holds the lock. Throws if it is not running. */
export async function tryLock(address: Address, folder: string): Promise<ShopLock | undefined> {
  let taken = false;
  const lock = await openSession(address, async (session) => {
    const { rows } = await session.query<{ folder: string; locked: boolean }>(
      "SELECT current_setting('data_directory') AS folder, pg_try_advisory_lock($1) AS locked",
      [LOCK_KEY],
    );
    if (rows[0]?.folder !== folder) throw new Error(`The PostgreSQL at ${address.host} is not the one of ${folder}.`);
    taken = !rows[0].locked;
  });
  if (!taken) return lock;
  await lock.session.end();
  return undefined;
}

async function createShopDatabase(session: pg.Client) {
  const { rowCount } = await session.query("SELECT FROM pg_database WHERE datname = 'shop'");
  if (rowCount === 0) await session.query("CREATE DATABASE shop");
}

// Advisory locks are per database, and "postgres" exists before "shop" does.
async function openSession(address: Address, prepare: (session: pg.Client) => Promise<void>): Promise<ShopLock> {
  const session = new pg.Client({ ...address, user: "shop", database: "postgres", connectionTimeoutMillis: 5_000 });
  const lost = new Promise<void>((resolve) => {
    session.once("end", resolve);
    session.on("error", () => resolve());
  });
  try {
    await session.connect();
    await prepare(session);
    return { session, lost };
  } catch (error) {
    await session.end();
    throw error;
  }
}

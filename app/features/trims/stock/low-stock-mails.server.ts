import { and, asc, count, eq, inArray, notExists, sql } from "drizzle-orm";
import { listStaff } from "#app/features/identity/admins.server.ts";
import { mailLowStock } from "#app/features/trims/mails.server.ts";
import { offered } from "#app/features/trims/queries.server.ts";
import { lowStockNotified, trims } from "#app/features/trims/tables.server.ts";
import { onceADay } from "#app/platform/daily/once-a-day.server.ts";
import type { Db, Tx } from "#app/platform/db/client.server.ts";
import type { EmailContext } from "#app/platform/mail/layout.server.ts";

const isLow = and(trims.isLow, offered);

/** How many a mail names. */
const NAMED = 20;

type LowStockMails = { emailContext: EmailContext; timeZone: string; now: Date };

/**
 * Writes to the admins, once a day, which trims have fallen below their mark since they were last told; nothing when
 * none has. A trim that rose and fell again is named again.
 */
export async function notifyOfLowStock(db: Db, { emailContext, timeZone, now }: LowStockMails): Promise<void> {
  const admins = await listStaff(db, ["warehouse", "catalogue", "owner"]);
  // Nothing is lost: the news waits until there is somebody to tell.
  if (admins.length === 0) return;
  await onceADay(db, { name: "low stock", timeZone, now }, async (tx, day) => {
    const fallen = await takeFallen(tx);
    if (fallen.length === 0) return;
    const named = await tx
      .select({ name: trims.name, number: trims.number, quantity: trims.quantity, mark })
      .from(trims)
      .where(inArray(trims.id, fallen))
      .orderBy(asc(sql`${trims.quantity}::numeric / ${mark}`), asc(trims.number))
      .limit(NAMED);
    const [all] = await tx.select({ low: count() }).from(trims).where(isLow);
    await mailLowStock(tx, { named, fallen: fallen.length, low: all?.low ?? 0, day }, admins, emailContext);
  });
}

const mark = sql<number>`coalesce(${trims.lowStockAt}::bigint, 2 * ${trims.moq}::bigint)`.mapWith(Number);

/**
 * The trims that nobody has been told about. They are locked, so that none is restocked before it is noted as reported.
 */
async function takeFallen(tx: Tx): Promise<string[]> {
  const mailedBefore = tx.select({ one: sql`1` }).from(lowStockNotified).where(eq(lowStockNotified.trimId, trims.id));
  const fallen = await tx
    .select({ trimId: trims.id })
    .from(trims)
    .where(and(isLow, notExists(mailedBefore)))
    .orderBy(asc(trims.id))
    .for("share");
  if (fallen.length > 0) await tx.insert(lowStockNotified).values(fallen).onConflictDoNothing();
  return fallen.map(({ trimId }) => trimId);
}

import { lt } from "drizzle-orm";
import { dayAt } from "#app/contract/calendar.ts";
import { type Db, inTransaction, type Tx } from "#app/platform/db/client.server.ts";
import { dailyChores } from "./tables.server.ts";

/** From this hour on, in the shop's time zone: in time for people who start work in the morning. */
const MORNING = 7;

type Daily = { name: string; timeZone: string; now: Date };

/**
 * Does a chore in one transaction, once a day from the morning on, in one process of many. Days are those of the shop's
 * time zone. A failed one leaves no trace and is tried again at the next call. False when it was not its turn.
 */
export async function onceADay(db: Db, { name, timeZone, now }: Daily, chore: (tx: Tx, day: string) => Promise<void>) {
  if (hourAt(now, timeZone) < MORNING) return false;
  const today = dayAt(now, timeZone);
  return inTransaction(db, async (tx) => {
    // The second process waits here for the first, and then finds the day taken.
    const { rowCount } = await tx
      .insert(dailyChores)
      .values({ name, doneOn: today })
      .onConflictDoUpdate({
        target: dailyChores.name,
        set: { doneOn: today },
        setWhere: lt(dailyChores.doneOn, today),
      });
    if (!rowCount) return false;
    await chore(tx, today);
    return true;
  });
}

function hourAt(moment: Date, timeZone: string): number {
  return Number(new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", hourCycle: "h23" }).format(moment));
}

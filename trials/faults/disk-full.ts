import { execFileSync, spawnSync } from "node:child_process";
import { appendFileSync, mkdtempSync, rmdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findWrongBooks, noWrongBooks, startBookkeepers } from "#test/bookkeepers.ts";
import { findWrongs, noWrongs, readPutIn, startBuyers, stockUp, tell } from "#test/buyers.ts";
import { demand, type Fault, type Measure, until } from "./fault.ts";
import { type Scene, type Where, withScene } from "./scene.ts";

const BUYERS = 8;
const BOOKKEEPERS = 2;
const DISK = "240m";
const FILLINGS = 5;
/** PostgreSQL keeps writing for as long as its existing files have room. */
const PATIENCE_S = 120;
/** How many answers to check until room is made, all of which must be 503. */
const REFUSED = 100;
const UNUSED_S = 30;
const MEGABYTE = Buffer.alloc(1024 * 1024);

/** The disk with the data is filled while orders come in, and emptied again. A disk of its own needs root. */
export const diskFull: Fault = {
  name: "disk-full",
  async strike(measure) {
    const results = [];
    for (const where of ["own", "external"] satisfies Where[]) results.push(await onASmallDisk(where, measure));
    return results.join("\n");
  },
};

async function onASmallDisk(where: Where, measure: Measure): Promise<string> {
  const disk = mkdtempSync(join(tmpdir(), "rivet-disk-"));
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${DISK},mode=755`, "rivet-disk", disk]);
  const fillIt = (scene: Scene) => fillUnderOrders(scene, join(disk, "ballast"), measure);
  const [outcome] = await Promise.allSettled([withScene(where, fillIt, { below: disk })]);
  const [away] = await Promise.allSettled([putAway(disk)]);
  const wrongs = [outcome, away].flatMap((each) => (each.status === "rejected" ? [String(each.reason)] : []));
  if (outcome.status === "rejected" || wrongs.length > 0) throw new Error(wrongs.join("\n"));
  return `${where} PostgreSQL: ${outcome.value}`;
}

/** The process that writes PostgreSQL's log outlives PostgreSQL by a moment. */
async function putAway(disk: string): Promise<void> {
  await until(`nobody uses ${disk}`, UNUSED_S, () => spawnSync("umount", [disk]).status === 0);
  rmdirSync(disk);
}

async function fillUnderOrders({ shop, query }: Scene, ballast: string, { times }: Measure): Promise<string> {
  await stockUp(query);
  const putIn = await readPutIn(query);
  await using buyers = await startBuyers(shop.url, { count: BUYERS, isPatient: true });
  await using bookkeepers = await startBookkeepers(shop.url, query, { count: BOOKKEEPERS });
  const refused = () => buyers.answers.filter(({ status }) => status === 503).length;
  const sell = async () => {
    const enough = buyers.placed().length + 3 * BUYERS;
    await until(`more than ${enough} orders`, PATIENCE_S, () => buyers.placed().length > enough);
  };
  const fillings = Math.min(times, FILLINGS);
  let longestS = 0;
  for (let time = 0; time < fillings; time++) {
    await sell();
    fill(ballast);
    const enough = refused() + REFUSED;
    await until("answers 503 on a full disk", PATIENCE_S, () => {
      // Space that PostgreSQL frees, such as old log, is filled again.
      fill(ballast);
      return refused() > enough;
    });
    await until("/readyz says 503", PATIENCE_S, async () => (await fetch(`${shop.url}/readyz`)).status === 503);
    demand("/livez on a full disk", (await fetch(`${shop.url}/livez`)).status, 200);
    rmSync(ballast);
    const emptied = performance.now();
    await sell();
    longestS = Math.max(longestS, (performance.now() - emptied) / 1000);
  }
  await buyers.stop();
  await bookkeepers.stop();
  demand("wrong after the full disk", await findWrongs(query, putIn, buyers), noWrongs);
  demand("wrong books", await findWrongBooks(query, bookkeepers), noWrongBooks);
  demand("cut off", buyers.answers.filter(({ status }) => status === 0).length, 0);
  return `${fillings} times full, ${tell(buyers)}, ${bookkeepers.done.length} invoices kept; selling again ${longestS.toFixed(1)} s after room was made, at the latest`;
}

function fill(ballast: string): void {
  for (const part of [MEGABYTE, MEGABYTE.subarray(0, 4096)]) {
    try {
      for (;;) appendFileSync(ballast, part);
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "ENOSPC")) throw error;
    }
  }
}

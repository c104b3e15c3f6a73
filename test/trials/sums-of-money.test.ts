// @module-tag trial

import { expect, it } from "vitest";
import { startPapers } from "../papers.ts";
import { actOnInvoices, expectSums } from "../random-money.ts";

const BOOKINGS = Number(process.env.BOOKINGS ?? 1000);

it(`the sums of money equal a plain count to the cent after ${BOOKINGS} bookings`, { timeout: 3_600_000 }, async () => {
  const papers = await startPapers();
  const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
  const cash = await actOnInvoices(papers, { count: BOOKINGS, seed });
  await expectSums(papers, cash).catch((error: unknown) => expect.fail(`SEED=${seed}: ${error}`));
});

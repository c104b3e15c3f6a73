// @module-tag trial

import { expect, it } from "vitest";
import { actOnInvoices, expectSums } from "../money-acts.ts";
import { startPapers } from "../papers.ts";

const ACTS = Number(process.env.ACTS ?? 1000);

it(`the sums of money equal a plain count to the cent after ${ACTS} acts`, { timeout: 3_600_000 }, async () => {
  const papers = await startPapers();
  const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
  const cash = await actOnInvoices(papers, { acts: ACTS, seed });
  await expectSums(papers, cash).catch((error: unknown) => expect.fail(`SEED=${seed}: ${error}`));
});

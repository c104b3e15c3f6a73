import { describe, expect, it } from "vitest";
import { actOnInvoices, expectSums } from "#test/money-acts.ts";
import { startPapers } from "#test/papers.ts";

describe("the sums of list, page, ages, dashboard and statement", () => {
  it("equal a plain count of all rows to the cent, whatever was booked", async () => {
    const papers = await startPapers();
    const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
    const cash = await actOnInvoices(papers, { acts: 60, seed });
    await expectSums(papers, cash).catch((error: unknown) => expect.fail(`seed ${seed}: ${error}`));
  });
});

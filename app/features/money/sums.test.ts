import { describe, expect, it } from "vitest";
import { startPapers } from "#test/papers.ts";
import { actOnInvoices, expectSums } from "#test/random-money.ts";

describe("the sums of list, page, ages, dashboard and statement", () => {
  it("equal a plain count of all rows to the cent, whatever was booked", async () => {
    const papers = await startPapers();
    const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
    const cash = await actOnInvoices(papers, { count: 60, seed });
    await expectSums(papers, cash).catch((error: unknown) => expect.fail(`seed ${seed}: ${error}`));
  });
});

import { describe, expect, it } from "vitest";
import { matchLines, type OpenInvoice } from "./matching.rules.ts";

const invoice = (number: string, company: string, open: string, about: Partial<OpenInvoice> = {}): OpenInvoice => ({
  ...{ number, company, open, poNumbers: [], sheetNumber: null, orderNumbers: [] },
  ...about,
});

const open = [
  invoice("2026-00371", "Puerto Mezclilla", "2310.75", { orderNumbers: [1371] }),
  invoice("2026-00447", "Norrland Denim AB", "3120.50"),
  invoice("2026-00397", "Sierra Quebrada SA", "1200.00"),
  invoice("2026-00390", "Sierra Quebrada SA", "880.10"),
  invoice("2026-00424", "Harmattan Jeans", "870.00"),
  invoice("2026-00429", "Sindhu Neel Mills", "4162.80", { poNumbers: ["SN-26036"] }),
  invoice("2026-00418", "Sahel Bleu Confection", "1480.00"),
  invoice("2026-00446", "Kurogawa Loomworks", "607.50", { poNumbers: ["KL-26033"], sheetNumber: 229 }),
  invoice("2026-00450", "Weber Mode", "915.00"),
  invoice("2026-00451", "Anna Lind", "915.00"),
  invoice("2026-00445", "Padmapar Garments", "5442.50"),
  invoice("2026-00432", "Çınaraltı Denim", "500.00"),
  invoice("2026-00433", "Delta Denim", "300.00", { poNumbers: ["DD-2601"] }),
  invoice("2026-00434", "Delta Denim", "400.00", { poNumbers: ["DD-2601"] }),
  invoice("2026-00435", "Delta Stitching", "77.00"),
];

const match = (text: string, amount: string, currency?: string) => {
  const [found] = matchLines([{ text, amount, currency }], open, new Set(["2026-00100"]));
  return [found?.word, found?.reason, ...(found?.invoices ?? []).map(({ number }) => number.slice(5))].join(" | ");
};

describe("a line of a statement", () => {
  it.each([
    ["PUERTO MEZCLILLA INV 2026-00371", "2310.75", "certain | number and amount | 00371"],
    ["INV202600371", "2310.75", "certain | number and amount | 00371"],
    ["NORRLAND DENIM AB 2026 00447", "3120.50", "certain | number and amount | 00447"],
    ["SIERRA QUEBRADA SA 397 390", "2080.10", "certain | two numbers, their sum | 00397 | 00390"],
    ["2026-00397 / 2026-00390", "2080.10", "certain | two numbers, their sum | 00397 | 00390"],
    ["SINDHU NEEL MILLS SN-26036", "4162.80", "certain | PO and amount | 00429"],
    ["KUROGAWA L KL26033", "607.50", "certain | PO and amount | 00446"],
    ["S-229", "607.50", "certain | sheet and amount | 00446"],
    ["PADMAPAR GARMENTS LTD 00445", "5442.50", "certain | number and amount | 00445"],
    ["TRANSFER 00445", "5442.50", "certain | number and amount | 00445"],
    ["DELTA DENIM DD-2601", "400.00", "certain | PO and amount | 00434"],
    ["DELTA DENIM DD-2601", "700.00", "certain | two numbers, their sum | 00433 | 00434"],
    ["TRANSFER 445", "5442.50", "likely | number and amount | 00445"],
    ["HARMATTAN J TRF 0921", "870.00", "likely | company and amount | 00424"],
    ["CINARALTI DENIM", "500.00", "likely | company and amount | 00432"],
    ["SAHEL BLEU CONF ACOMPTE", "1200.00", "likely | company, $280.00 short | 00418"],
    ["INV 2026-00371", "2310.74", "likely | number, $0.01 short | 00371"],
    ["INV 2026-00371", "2310.76", "likely | number, $0.01 more | 00371"],
    ["SIERRA QUEBRADA", "2080.10", "likely | company, all that is open | 00397 | 00390"],
    ["2026-00397 2026-00424", "2070.00", "likely | two numbers, their sum | 00397 | 00424"],
    ["TRANSFER 99120", "915.00", "unsure | amount fits two | 00450 | 00451"],
    ["TRANSFER 99120", "3120.50", "unsure | amount alone | 00447"],
    ["SIERRA QUEBRADA", "100.00", "unsure | company, two invoices open | 00397 | 00390"],
    ["SIERRA QUEBRADA SA 397 390", "2000.00", "unsure | number fits two, $80.10 short | 00397 | 00390"],
    ["DELTA", "12.00", "unsure | company, three invoices open | 00433 | 00434 | 00435"],
    ["DELTA STITCH", "12.00", "likely | company, $65.00 short | 00435"],
    ["WEBER WERKZEUGE 371", "12.34", "likely | company, $902.66 short | 00450"],
    ["ACME REFUND", "1000.00", "none | no number, name or amount of ours"],
    ["INV 2026-00100", "10.00", "none | 2026-00100 is paid already"],
    ["BANK CHARGES NOV", "-84.20", "left-out | money going out"],
    ["NOTHING", "0.00", "left-out | money going out"],
  ])("%s over %s", (text, amount, expected) => expect(match(text, amount)).toBe(expected));

  it("in another currency is left out", () => {
    expect(match("INV 2026-00371", "2310.75", "EUR")).toBe("left-out | in EUR, not in dollars");
  });

  it("that is certain takes its invoice away from the others", () => {
    const line = { text: "INV 2026-00371", amount: "2310.75" };
    const found = matchLines([{ text: "PUERTO MEZCLILLA", amount: "2310.75" }, line, line], open);
    expect(found.map(({ word, reason }) => `${word}: ${reason}`)).toEqual([
      "none: no number, name or amount of ours",
      "certain: number and amount",
      "none: 2026-00371 is paid already",
    ]);
  });

  it("is found among 3,000 open invoices, 200 lines in less than a second", () => {
    const many = Array.from({ length: 3000 }, (_, at) =>
      invoice(`2026-${String(at + 1).padStart(5, "0")}`, `Mill ${at}`, `${at + 1}.00`),
    );
    const lines = many.slice(0, 200).map(({ number, open }) => ({ text: `TRANSFER MILL ${number}`, amount: open }));
    // The work of this thread, whatever else the machine does.
    const from = process.threadCpuUsage();
    expect(matchLines(lines, many).filter(({ word }) => word === "certain")).toHaveLength(200);
    const { user, system } = process.threadCpuUsage(from);
    expect((user + system) / 1000).toBeLessThan(1000);
  });
});

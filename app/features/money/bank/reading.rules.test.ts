import { describe, expect, it } from "vitest";
import { readAmountCell } from "./amount.rules.ts";
import { readStatement } from "./reading.rules.ts";

const TODAY = "2026-11-28";
const read = (text: string) => {
  const { lines, unread } = readStatement(text, TODAY);
  return {
    lines: lines.map(({ day, amount, text, currency }) =>
      [day, amount, text, ...(currency ? [currency] : [])].join(" | "),
    ),
    unread,
  };
};

describe("an amount", () => {
  it.each([
    ["2.310,75", 231075n],
    ["2,310.75", 231075n],
    ["2 310,75", 231075n],
    ["2\u00a0310,75", 231075n],
    ["2'310.75", 231075n],
    ["1.234.567,89", 123456789n],
    ["2310.75", 231075n],
    ["2310,7", 231070n],
    ["+915.00", 91500n],
    ["-84.20", -8420n],
    ["\u221284,20", -8420n],
    ["84.20-", -8420n],
    ["(84.20)", -8420n],
    ["84.20 DR", -8420n],
    ["915.00 CR", 91500n],
    ["$2,310.75", 231075n],
    ["USD 2,310.75", 231075n],
    ["2.310,75 USD", 231075n],
    ["1,200", 120000n],
    ["1.200", 120000n],
    ["1200", 120000n],
    ["0,01", 1n],
  ] as const)("%s", (written, cents) => expect(readAmountCell(written)?.cents).toBe(cents));

  it.each([
    "",
    "2026-00371",
    "27.11.2026",
    "1.2.3",
    "1,23,45",
    "2.310.75",
    "12345678901234567",
    "1.000.000.000.000.000,00",
    "1e3",
    "abc",
    "1 2",
  ])("is not %s", (written) => expect(readAmountCell(written)).toBeUndefined());
});

describe("pasted lines", () => {
  it.each([
    ["tabs", "27.11.2026\t2.310,75\tPUERTO MEZCLILLA INV 2026-00371"],
    ["spaces", "27.11.2026   2.310,75   PUERTO MEZCLILLA INV 2026-00371"],
    ["one space each", "27.11.2026 2.310,75 PUERTO MEZCLILLA INV 2026-00371"],
    ["another order", "PUERTO MEZCLILLA INV 2026-00371\t2,310.75\t2026-11-27"],
    ["another order in one sentence", "PUERTO MEZCLILLA INV 2026-00371 2,310.75 27/11/2026"],
    ["the text in the middle", "27 Nov 2026  PUERTO MEZCLILLA INV 2026-00371  $2,310.75"],
    ["a month in words", "Nov 27, 2026\tPUERTO MEZCLILLA INV 2026-00371\t2310.75"],
    ["a month in German", "27. Nov. 2026\tPUERTO MEZCLILLA INV 2026-00371\t2.310,75"],
    ["no year", "27 Nov\tPUERTO MEZCLILLA INV 2026-00371\t2,310.75"],
    ["month first, as only that is past", "11/27/2026\tPUERTO MEZCLILLA INV 2026-00371\t2,310.75"],
    [
      "day and day of value, and the balance after it",
      "27.11.2026\t27.11.2026\tPUERTO MEZCLILLA INV 2026-00371\t2.310,75\t10.000,00",
    ],
    ["commas, with decimal commas", "27.11.2026, 2.310,75, PUERTO MEZCLILLA INV 2026-00371"],
    ["semicolons", "27.11.26;2310,75;PUERTO MEZCLILLA INV 2026-00371"],
    ["a time", "2026-11-27T09:12:00Z\t2310.75\tPUERTO MEZCLILLA INV 2026-00371"],
    ["compact days", "20261127\tPUERTO MEZCLILLA INV 2026-00371\t2310.75"],
    ["its text on the next line", "27 Nov 2026 PUERTO MEZCLILLA 2,310.75\n  INV 2026-00371"],
  ])("with %s", (_, text) => {
    expect(read(text)).toEqual({ lines: ["2026-11-27 | 2310.75 | PUERTO MEZCLILLA INV 2026-00371"], unread: [] });
  });

  it("have their year from today, across its turn", () => {
    const { lines } = readStatement("30 Dec\t10.00\tA\n02 Jan\t11.00\tB", "2027-01-03");
    expect(lines.map(({ day }) => day)).toEqual(["2026-12-30", "2027-01-02"]);
  });

  it("tell whether the month comes first by each other", () => {
    const { lines } = readStatement("11/03/2026\t10.00\tA\n11/27/2026\t11.00\tB", TODAY);
    expect(lines.map(({ day }) => day)).toEqual(["2026-11-03", "2026-11-27"]);
    expect(readStatement("03/11/2026\t10.00\tA", TODAY).lines[0]?.day).toBe("2026-11-03");
  });

  it("are counted where they are equal", () => {
    const { lines } = readStatement("27.11.2026\t10,00\tA\n27.11.2026\t10,00\tA\n27.11.2026\t10,00\tB", TODAY);
    expect(lines.map(({ nth }) => nth)).toEqual([1, 2, 1]);
  });

  it("without a day or an amount are named", () => {
    const { lines, unread } = read("27.11.2026\t10,00\tA\n31.02.2026\t5,00\tB\nClosing balance\t12.345,00\t");
    expect(lines).toHaveLength(1);
    expect(unread).toEqual(["31.02.2026 5,00 B", "Closing balance 12.345,00"]);
  });

  it.each(["", " \n\n", "hello", "a\tb\tc", '"""', "=1+1", "\u0000"])("that are none give none: %j", (text) => {
    expect(readStatement(text, TODAY).lines).toEqual([]);
  });
});

describe("a file of a bank", () => {
  it("in German, with lines above its heads, quoted, and with outgoing money", () => {
    const text = [
      '"Kontonummer:";"DE02120300000000202051 / Girokonto"',
      '"Kontostand vom 27.11.2026:";"12.345,67 USD"',
      "",
      '"Buchungstag";"Wertstellung";"Buchungstext";"Auftraggeber / Begünstigter";"Verwendungszweck";"Kontonummer";"BLZ";"Betrag (USD)";"Gläubiger-ID"',
      '"27.11.2026";"27.11.2026";"Gutschrift";"Harmattan Jeans";"RE 2026-00424; danke";"DE8937040044";"COBA";"870,00";""',
      '"26.11.2026";"26.11.2026";"Entgelt";"";"Kontoführung";"";"";"-84,20";""',
    ].join("\r\n");
    expect(read(text)).toEqual({
      lines: [
        "2026-11-27 | 870.00 | Gutschrift Harmattan Jeans RE 2026-00424; danke",
        "2026-11-26 | -84.20 | Entgelt Kontoführung",
      ],
      unread: [],
    });
  });

  it("in English, with columns for money in and out and a balance", () => {
    const text = [
      "Date,Description,Paid out,Paid in,Balance",
      '27/11/2026,"SINDHU NEEL MILLS, SN-26036",,"4,162.80","14,162.80"',
      '26/11/2026,"BANK CHARGES",84.20,,"10,000.00"',
    ].join("\n");
    expect(read(text).lines).toEqual([
      "2026-11-27 | 4162.80 | SINDHU NEEL MILLS, SN-26036",
      "2026-11-26 | -84.20 | BANK CHARGES",
    ]);
  });

  it("in American, with the month first and one amount with its sign", () => {
    const text =
      'Details,Posting Date,Description,Amount,Type,Balance,Check or Slip #\nCREDIT,11/06/2026,"WIRE NORRLAND DENIM AB 2026 00447",3120.50,WIRE_INCOMING,9000.00,\nDEBIT,11/25/2026,FEE,-25.00,FEE_TRANSACTION,8975.00,\n';
    expect(read(text).lines).toEqual([
      "2026-11-06 | 3120.50 | CREDIT WIRE NORRLAND DENIM AB 2026 00447 WIRE_INCOMING",
      "2026-11-25 | -25.00 | DEBIT FEE FEE_TRANSACTION",
    ]);
  });

  it("with a column that says debit or credit, and one for the currency", () => {
    const text =
      "Datum;Betrag;S/H;Währung;Text\n27.11.2026;10,00;H;USD;A\n27.11.2026;11,00;S;USD;B\n27.11.2026;12,00;H;EUR;C";
    expect(read(text).lines).toEqual([
      "2026-11-27 | 10.00 | A",
      "2026-11-27 | -11.00 | B",
      "2026-11-27 | 12.00 | C | EUR",
    ]);
  });

  it("with whole amounts in a column that is named", () => {
    expect(read("date,amount,text\n2026-11-27,1200,TRANSFER 99120").lines).toEqual([
      "2026-11-27 | 1200.00 | TRANSFER 99120",
    ]);
  });

  it("without signs of control in a text", () => {
    expect(read('date,amount,text\n2026-11-27,12.00,"TRANSFER\u0007 99\u001a120"\n').lines).toEqual([
      "2026-11-27 | 12.00 | TRANSFER 99 120",
    ]);
  });

  it("of 2,000 lines is read in less than a second", () => {
    const row = (at: number) => `27.11.2026;${at},00;"NORRLAND DENIM AB 2026-${String(at).padStart(5, "0")}; INVOICE"`;
    const text = Array.from({ length: 2000 }, (_, at) => row(at + 1)).join("\n");
    // The work of this thread, whatever else the machine does.
    const from = process.threadCpuUsage();
    expect(readStatement(text, TODAY).lines).toHaveLength(2000);
    const { user, system } = process.threadCpuUsage(from);
    expect((user + system) / 1000).toBeLessThan(1000);
  });
});

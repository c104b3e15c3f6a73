import { beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "#test/app.ts";
import { buildTrim } from "#test/builders.ts";
import { signedIn, type TestPerson } from "#test/people.ts";
import type { Report } from "./contract.ts";

let shop: TestApp;
let admin: TestPerson;

beforeAll(async () => {
  shop = await startTestApp();
  admin = await signedIn(shop.db, { role: "admin" });
  // Items 1 and 2.
  await buildTrim(shop.db, { name: "Domed rivet", price: "0.0240", moq: 5000, quantity: 100 });
  await buildTrim(shop.db, { name: "Nipple rivet", price: "0.0285", moq: 5000 });
});

async function faultsOf(file: string | Uint8Array) {
  const response = await shop.app.request("/api/trims.csv?dryRun=1", {
    method: "POST",
    headers: { authorization: `Bearer ${admin.token}`, "content-type": "text/csv" },
    body: typeof file === "string" ? file : new Uint8Array(file),
  });
  const last = JSON.parse((await response.text()).trimEnd().split("\n").at(-1) ?? "");
  const { errors, token }: Report = last.report;
  expect(token).toBeNull();
  return errors;
}

/** One faulty value: the file, and where and how it is answered. */
const value = (column: string, cell: string, message: string): [string, string, [number, string, string, string]] => [
  `${column} ${JSON.stringify(cell)}`,
  `number;${column}\n1;"${cell.replaceAll('"', '""')}"\n`,
  [2, column, cell, message],
];

const heads = "number,name,price,moq,quantity,image";
const item = ",New,1,1,1,https://a.example/b.jpg";

describe("a broken file is answered with row and column:", () => {
  it.each<[string, string | Uint8Array, ...[row: number, column: string, cell: string | null, message: string][]]>([
    // Files that are not a table of ours.
    ["empty", "", [1, "A", "", "The file is empty."]],
    ["blank lines alone", "\r\n \r\n", [1, "A", "", "The file is empty."]],
    [
      "a workbook",
      new Uint8Array([0x50, 0x4b, 3, 4, 0]),
      [1, "A", "", "This is a workbook. Please save it as CSV first."],
    ],
    [
      "UTF-16 without its mark",
      Buffer.from(heads, "utf16le"),
      [1, "A", "", "This is not text. Save the file as CSV UTF-8."],
    ],
    [
      "without heads",
      "1,Domed rivet,0.0240\n",
      [
        1,
        "A",
        "1,Domed rivet,0.0240",
        "The first row names no column of ours. It begins: number, name, line, price, moq.",
      ],
    ],
    [
      "with other signs between its columns",
      "number|price\n1|2\n",
      [1, "A", "number|price", "The first row names no column of ours. It begins: number, name, line, price, moq."],
    ],
    ["heads alone", `${heads}\n`, [2, "A", "", "There are no rows below the header row."]],
    // Its columns.
    [
      "without numbers",
      "name,price\nDomed rivet,1\n",
      [1, "number", "", "Missing. An item is known by its number; leave its cell empty to add one."],
    ],
    [
      "with a long text as a head",
      `number,${"price ".repeat(20)}\n1,2\n`,
      [
        1,
        `${"price ".repeat(20).slice(0, 80)}…`,
        "price ".repeat(20),
        "No such column. Remove it, or name it as the export does.",
      ],
    ],
    ["with an unknown column", "number,prize\n1,2\n", [1, "prize", "prize", "No such column. Did you mean “price”?"]],
    [
      "with a column of somebody else's",
      "number,supplier\n1,2\n",
      [1, "supplier", "supplier", "No such column. Remove it, or name it as the export does."],
    ],
    [
      "with a column twice",
      "number,price,price\n1,2,3\n",
      [1, "price", "price", "This column appears twice, again as C."],
    ],
    ["with a column without a name", "number,,price\n1,x,2\n", [2, "B", "x", "This column has no name in row 1."]],
    [
      "with text that is not quoted",
      "number,price,name\n1,2,Domed rivet, brass\n",
      [
        2,
        "D",
        " brass",
        "More cells than columns. Put text that contains a comma, semicolon or tab between quotation marks.",
      ],
    ],
    // Its lines.
    [
      "with a quotation mark that is never closed",
      'number,name\n2,"Nipple\n1,Domed\n',
      [2, "name", "Nipple\n1,Domed\n", "A quotation mark is opened here and never closed."],
    ],
    [
      "with a quotation mark in its heads that is never closed",
      `number,"name\n${"1,Domed rivet\n".repeat(9)}`,
      [1, "B", `name\n${"1,Domed rivet\n".repeat(9)}`, "A quotation mark is opened here and never closed."],
    ],
    [
      "with a quotation mark within quoted text",
      'number,name\n1,"5" rivet"\n',
      [2, "name", '5" rivet', "A quotation mark within quoted text. Write it twice."],
    ],
    [
      "broken off",
      "number,name,price\n1,Domed rivet,0.0240\n2,Nip",
      [3, "name", "Nip", "The file breaks off in this row. Save it again."],
    ],
    // Its items.
    ["with an item twice", "number,price\n1,1\n2,1\n001,2\n", [4, "number", "001", "Item 1 is already in row 2."]],
    [
      "with an unknown item",
      "number,price\n4711,1\n",
      [2, "number", "4711", "There is no item 4711. Leave the number empty to add one."],
    ],
    ["with a name twice", `${heads}\n${item}\n${item.toLowerCase()}\n`, [3, "name", "new", "Row 2 has the same name."]],
    [
      "with a name that is taken",
      "number,name\n1,NIPPLE rivet\n",
      [2, "name", "NIPPLE rivet", "Item 2 has this name."],
    ],
    ["with a new item that lacks almost everything", `${heads}\n,,,,,\n,New,,,,\n`, ...missing(3)],
    [
      "with stock to move for a new item",
      `${heads},restock\n${item},5\n`,
      [2, "restock", "5", "A new item has no stock to move. Write its stock under quantity."],
    ],
    // Its numbers.
    value("price", "0,0310", "A comma. Write the price with a point: 0.0310."),
    value("size_mm", "9,5", "A comma. Write the number with a point: 9.5."),
    value("price", "$0.0310", "Write the price without a currency."),
    value("price", "-1", "Below 0. Write the price as 0 or more."),
    value(
      "price",
      "0.03105",
      "Write a price with up to eight digits before the point and four after it, such as 0.0345.",
    ),
    value("price", "cheap", "Not a number. Write the price in digits with a point, such as 0.0345."),
    value("price", "#REF!", "A spreadsheet's error. Write the price itself."),
    value("price", "", "Empty. Each item needs a price."),
    value("moq", "5.000", "Is that 5 or 5,000? Write it without the point."),
    value("name", "K\ufffdnig", "A letter is lost here (\ufffd). Save the file as CSV UTF-8."),
    value("moq", "1E+05", "A spreadsheet has shortened this. Write the number in full."),
    value("moq", "12/05/2026", "A date. Write the number in digits."),
    value("moq", "-3", "Below 0. Write the number as one above 0."),
    value("size_mm", "-9.5", "Below 0. Write the number as one above 0."),
    value("low_mark", "-1", "Below 0. Write the number as 0 or more."),
    value("moq", "0", "Please write a whole number above 0"),
    value("moq", "2.5", "Not a whole number. Write it in plain digits, such as 5000."),
    value("lead_days", "91", "At most 90"),
    value("restock", "-101", "Only 100 are left."),
    value("restock", "1000000000", "That is more than the shop can count."),
    // Its words.
    value("line", "Buckels", "No such line. Did you mean “Belts and buckles”?"),
    value("finish", "antiqe brass", "No such finish. Did you mean “antique brass”?"),
    value("certificates", "GRS; Oeko", "No such certificate. Did you mean “OEKO-TEX Standard 100”?"),
    value("country", "Portugal", "Please write a country's two letters, such as PT"),
    value("care", "Dry clean", "Please begin with the washing, such as “Wash 40 °C, ”"),
    value(
      "image",
      "rivet.jpg",
      "Not a picture. Write an address that begins with https://, or the path of one of ours.",
    ),
    value("name", "x".repeat(201), "At most 200 characters"),
    ["with a shade and no column of colours", "number,shade\n1,old gold\n", notInFile("colour", "shade", "old gold")],
    ["with a size and no column of measures", "number,size\n1,9.5 mm\n", notInFile("size_mm", "size", "9.5 mm")],
    // Its price breaks.
    [
      "with a break at the minimum that costs more",
      "number,from_2,price_2\n1,5000,0.0360\n",
      [2, "from_2", "5000", "Not above the minimum order, 5000 pieces. Each break must begin above the one before it."],
      [2, "price_2", "0.0360", "Costs more than the price at the minimum, $0.0240."],
    ],
    [
      "with breaks that do not fall",
      "number,from_2,price_2,from_3,price_3\n1,6000,0.02,7000,0.02\n",
      [2, "price_3", "0.02", "Costs the same as the break before it, from 6000, $0.0200."],
    ],
    ["with half a break", "number,from_2,price_2\n1,6000,\n", [2, "price_2", "", "Empty, but from_2 says “6000”."]],
    [
      "with a gap between breaks",
      "number,from_3,price_3\n1,6000,0.02\n",
      [2, "from_3", "6000", "The break before it is empty. Fill the breaks from the left."],
    ],
  ])("%s", async (_, file, ...expected) => {
    const faults = (await faultsOf(file)).map(({ row, column, cell, message }) => [row, column, cell, message]);
    const wanted = expected.map(([row, column, cell, message]) => [
      row,
      column,
      cell && cell.length > 80 ? `${cell.slice(0, 80)}…` : cell,
      message,
    ]);
    expect(faults).toEqual(wanted);
  });

  it("several in one file, by row, and the good rows are counted all the same", async () => {
    const file = "number,price,moq\n1,0,9\n2,1,x\n";
    expect((await faultsOf(file)).map(({ row, column }) => [row, column])).toEqual([[3, "moq"]]);
    expect((await faultsOf('number,price,moq\n2,"1,5",x\n1,a,5000\n')).map(({ row, column }) => [row, column])).toEqual(
      [
        [2, "price"],
        [2, "moq"],
        [3, "price"],
      ],
    );
  });

  // Before, each of them was compared with those that the shop knows.
  it("a cell of very many certificates, at the first that is unknown", async () => {
    const begun = performance.now();
    const faults = await faultsOf(`number,certificates\n1,"${"Oeko; ".repeat(1_200_000)}"\n`);
    expect(performance.now() - begun).toBeLessThan(5_000);
    expect(faults).toMatchObject([{ row: 2, column: "certificates", message: expect.stringContaining("No such") }]);
  });
});

/** A value is missing because the file lacks its column. */
function notInFile(column: string, known: string, says: string): [number, string, null, string] {
  return [2, column, null, `Empty, but ${known} says “${says}”.`];
}

function missing(row: number): [number, string, string, string][] {
  return [
    [row, "price", "", "Empty. Each item needs a price."],
    [row, "moq", "", "Empty. Each item needs a minimum order."],
    [row, "quantity", "", "Empty. A new item needs its stock, 0 or more."],
    [row, "image", "", "Empty. Each item needs a picture."],
  ];
}

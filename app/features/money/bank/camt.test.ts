import { describe, expect, it } from "vitest";
import { isXml, readCamt } from "./camt.server.ts";

const entry = (inside: string, amount = "2310.75", kind = "CRDT", status = "<Sts>BOOK</Sts>") =>
  `<Ntry><Amt Ccy="USD">${amount}</Amt><CdtDbtInd>${kind}</CdtDbtInd>${status}<BookgDt><Dt>2026-11-27</Dt></BookgDt>${inside}</Ntry>`;
const details = (name: string, words: string) =>
  `<NtryDtls><TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs><RltdPties><Dbtr><Nm>${name}</Nm></Dbtr></RltdPties><RmtInf><Ustrd>${words}</Ustrd></RmtInf></TxDtls></NtryDtls>`;
const statement = (entries: string, { head = "", prefix = "" } = {}) => {
  const text = `<?xml version="1.0" encoding="UTF-8"?>${head}<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><GrpHdr><MsgId>1</MsgId></GrpHdr><Stmt><Id>1</Id><Bal><Amt Ccy="USD">99.00</Amt></Bal>${entries}</Stmt></BkToCstmrStmt></Document>`;
  return prefix ? text.replaceAll(/<(\/?)(?=[A-Z])/g, `<$1${prefix}:`).replace("xmlns=", `xmlns:${prefix}=`) : text;
};
const read = (text: string) =>
  readCamt(text)?.lines.map(({ day, amount, text, currency }) => [day, amount, text, currency ?? ""].join(" | "));

describe("a CAMT.053 statement", () => {
  it("is read entry by entry, with who paid and what for", () => {
    const text = statement(
      entry(details("Puerto Mezclilla", "INV 2026-00371")) + entry(details("A &amp; B", "fee"), "84.20", "DBIT"),
    );
    expect(read(text)).toEqual([
      "2026-11-27 | 2310.75 | Puerto Mezclilla INV 2026-00371 | ",
      "2026-11-27 | -84.20 | A & B fee | ",
    ]);
    expect(read(statement(entry(details("Puerto Mezclilla", "INV 2026-00371")), { prefix: "ns2" }))).toHaveLength(1);
  });

  it("of version 8 has its status and its debtor one level deeper", () => {
    const party =
      "<NtryDtls><TxDtls><RltdPties><Dbtr><Pty><Nm>Sahel Bleu</Nm></Pty></Dbtr></RltdPties><RmtInf><Strd><CdtrRefInf><Ref>2026-00418</Ref></CdtrRefInf></Strd></RmtInf></TxDtls></NtryDtls>";
    expect(read(statement(entry(party, "1200", "CRDT", "<Sts><Cd>BOOK</Cd></Sts>")))).toEqual([
      "2026-11-27 | 1200.00 | Sahel Bleu 2026-00418 | ",
    ]);
  });

  it("leaves out what is not booked yet, and names another currency", () => {
    expect(read(statement(entry("", "1.00", "CRDT", "<Sts>PDNG</Sts>")))).toEqual([]);
    expect(
      read(
        statement(entry("<AddtlNtryInf>X</AddtlNtryInf>").replace('<Ntry><Amt Ccy="USD">', '<Ntry><Amt Ccy="EUR">')),
      ),
    ).toEqual(["2026-11-27 | 2310.75 | X | EUR"]);
  });

  it("has a line for each transfer of a batch", () => {
    const one = (amount: string, name: string) =>
      `<TxDtls><Amt Ccy="USD">${amount}</Amt><RltdPties><Dbtr><Nm>${name}</Nm></Dbtr></RltdPties></TxDtls>`;
    const text = statement(
      entry(`<NtryDtls><Btch><NbOfTxs>2</NbOfTxs></Btch>${one("10.00", "A")}${one("5.50", "B")}</NtryDtls>`, "15.50"),
    );
    expect(read(text)).toEqual(["2026-11-27 | 10.00 | A | ", "2026-11-27 | 5.50 | B | "]);
  });

  it("of a batch whose transfers do not add up to what came in has the line of that alone", () => {
    const one = (amount: string, more = "") => `<TxDtls><Amt Ccy="USD">${amount}</Amt>${more}</TxDtls>`;
    const of = (...parts: string[]) => read(statement(entry(`<NtryDtls>${parts.join("")}</NtryDtls>`, "14.00")));
    const back = "<CdtDbtInd>DBIT</CdtDbtInd>";
    expect(of(one("10.00"), one("5.50"))).toEqual(["2026-11-27 | 14.00 |  | "]);
    expect(of(one("10.00"), one("4.00").replace("USD", "EUR"))).toEqual(["2026-11-27 | 14.00 |  | "]);
    expect(of(one("15.50"), one("1.50", back))).toEqual(["2026-11-27 | 15.50 |  | ", "2026-11-27 | -1.50 |  | "]);
  });

  it.each([
    ["34.470", "34.47"],
    ["34.47000", "34.47"],
    ["34.5", "34.50"],
    ["1000", "1000.00"],
  ])("has decimals and no thousands: %s is %s", (written, amount) => {
    expect(read(statement(entry("", written)))).toEqual([`2026-11-27 | ${amount} |  | `]);
  });

  it.each([
    ...["1,000", "1,000.00", "34.475", "-1.00", "+1.00", "1e3", "(1.00)", "1.00 CR", "99999999999999999", ""].map(
      (amount) => entry("", amount),
    ),
    ...["2026-02-30", "2026-13-01", "0000-01-01", "27.11.2026"].map((day) => entry("").replace("2026-11-27", day)),
    // Nobody says whether it came in.
    entry("", "1.00", "").replace("<CdtDbtInd></CdtDbtInd>", ""),
  ])("has no line where amount, day or direction cannot be read: %s", (one) => {
    expect(readCamt(statement(one))).toMatchObject({ lines: [], unread: [expect.any(String)] });
  });

  it.each([
    ["a document type", statement(entry(""), { head: '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>' })],
    [
      "entities that grow",
      '<!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;">]><Document><BkToCstmrStmt/></Document>',
    ],
    ["another document", "<html><body>27.11.2026 10,00</body></html>"],
    ["an end too early", statement(entry("")).slice(0, -30)],
    ["nothing", ""],
  ])("is not %s", (_, text) => expect(readCamt(text)).toBeUndefined());

  it("is known by its first sign", () => {
    expect([isXml("\uFEFF <?xml"), isXml("<Document>"), isXml("27.11.2026 <10,00>")]).toEqual([true, true, false]);
  });
});

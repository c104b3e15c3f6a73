import { describe, expect, it } from "vitest";
import { readArticle, readArticleNumber } from "./article.ts";

describe("an article number", () => {
  it.each([
    ..."3|003|003 |No. 003|no 3|NO.3|NO-003|No: 3|No.: 003|Nr. 3|Nr.3|Art. 003|Art 3|Art. No. 003|Art.No.3|Art.-Nr. 3|Art. Nr. 3".split(
      "|",
    ),
    ..."Article 3|article no. 3|Artikel 003|Artikel-Nr. 3|Article number 3|#3|# 3|№ 3|№3|Nº 3|N° 3|item 3|Item no. 003".split(
      "|",
    ),
    ..."003.0|3.00|Réf. 003|Арт. 003|Item #3|003.|003,".split("|"),
    ...['="003"', "'003", "003\u200b", "\u2060No.\u00a0003", "００３", "٠٠٣", "No\u202f3"],
  ])("%j is 3", (written) => expect(readArticleNumber(written)).toBe(3));

  it.each([
    ["No. 003 Domed rivet, antique brass, 9.5 mm", "Domed rivet, antique brass, 9.5 mm"],
    ["003 Domed rivet", "Domed rivet"],
    ["003, Domed rivet", "Domed rivet"],
    ["003: Domed rivet", "Domed rivet"],
    ["003 – Domed rivet", "Domed rivet"],
    ["Art. No. 003 - Domed\u00a0rivet", "Domed rivet"],
    ["003.0 Domed rivet", "Domed rivet"],
  ])("in %j is 3, before %j", (written, name) => {
    expect(readArticle(written)).toEqual({ number: 3, name, isMarked: true, isItem: written.startsWith("Art") });
    expect(readArticleNumber(written)).toBeUndefined();
  });

  it.each([
    ["3", 3, ""],
    ["4 hole button", 4, "hole button"],
    ["18 mm horn button", 18, "mm horn button"],
  ])("in %j has no mark", (written, number, name) =>
    expect(readArticle(written)).toEqual({ number, name, isMarked: false, isItem: false }),
  );

  it.each([
    ..."|Domed rivet|0|000|No. 0|3.6|9.5 mm rivet|3-hole button|5/8 buckle|1,000|-3|3a|norm 3|artist 3|itemize 3|No.|#|1234567890|D-ring 20 mm".split(
      "|",
    ),
  ])("is not in %j", (written) => expect(readArticle(written)).toBeUndefined());

  it("takes no longer for each character of a long text", () => {
    expect(readArticle(`No. ${" .".repeat(100_000)}3`)).toBeUndefined();
    expect(readArticle(`003 ${"a ".repeat(100_000)}`)?.number).toBe(3);
  });
});

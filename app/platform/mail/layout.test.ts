import { describe, expect, it } from "vitest";
import { type EmailContent, layOut, toHtml } from "./layout.server.ts";

const LETTERHEAD = { origin: "https://shop.example", contact: "help@shop.example" };

const letter: EmailContent = {
  subject: "Your order",
  heading: "Your order is placed",
  paragraphs: ["Thank you.", "It leaves tomorrow."],
  facts: [["Pieces", "96,000"]],
  button: { label: "See my orders", to: "/dashboard/myorders?a=1&b=2" },
  finePrint: "You placed this order.",
};

describe("a letter", () => {
  it("says the same as text and as HTML", () => {
    const laidOut = layOut(letter, LETTERHEAD);
    const [{ subject, text }, html] = [laidOut, toHtml(laidOut)];
    expect(subject).toBe("Your order");
    expect(text).toBe(
      [
        "Your order is placed\n\nThank you.\n\nIt leaves tomorrow.\n\nPieces: 96,000\n",
        "See my orders:\nhttps://shop.example/dashboard/myorders?a=1&b=2\n",
        "-- \nYou placed this order.\nRivet & Reed, https://shop.example, help@shop.example\n",
      ].join("\n"),
    );
    for (const words of ["Your order is placed", "It leaves tomorrow.", "96,000", "You placed this order."]) {
      expect(html).toContain(words);
    }
    expect(html).toContain('href="https://shop.example/dashboard/myorders?a=1&amp;b=2"');
    expect(html).toContain('href="mailto:help@shop.example"');
  });

  it("sets further lines of a fact in, so that none can be taken for a fact or a button of ours", () => {
    const address = "Lyon\nTotal: $0.00\r\n\u2028Open order:\rhttps://evil.example";
    const { text } = layOut({ ...letter, facts: [["Send to", address]] }, LETTERHEAD);
    expect(text).toContain("\n\nSend to: Lyon\n  Total: $0.00\n  \n  Open order:\n  https://evil.example\n\n");
  });

  it("escapes every word in HTML", () => {
    const evil = `<img src=x onerror=alert(1)>"'&`;
    const words = { subject: evil, heading: evil, paragraphs: [evil], finePrint: evil };
    const facts = { facts: [[evil, evil]] as const, button: { label: evil, to: `/${evil}` } };
    const html = toHtml(layOut({ ...words, ...facts }, LETTERHEAD));
    expect(html).not.toContain("<img");
    expect(html.split("&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;")).toHaveLength(8);
  });

  it("keeps lines apart by breaks, which every mail program knows", () => {
    const html = toHtml(layOut({ ...letter, facts: [["Send to", "Gate 3\r\nStreet 5\u202812345 City"]] }, LETTERHEAD));
    expect(html).toContain(">Gate 3<br>Street 5<br>12345 City</td>");
    expect(html).not.toContain("white-space");
  });

  it("has a width and a button of cells, which Outlook needs", () => {
    const html = toHtml(layOut(letter, LETTERHEAD));
    expect(html).toMatch(/<!--\[if mso\]><table [^>]*width="560"/);
    expect(html).toMatch(/<td [^>]*bgcolor="#1a2756"[^>]*mso-padding-alt:13px 22px[^>]*>\s*<a /);
  });

  it.each(["https://evil.example/", "//evil.example", "javascript:alert(1)", "http://shop.example/"])(
    "does not lead to %s",
    (to) => {
      expect(() => layOut({ ...letter, button: { label: "Go", to } }, LETTERHEAD)).toThrow("to the shop only");
    },
  );
});

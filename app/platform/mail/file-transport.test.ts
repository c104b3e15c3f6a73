import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openFileTransport } from "./file-transport.server.ts";
import { createMailbox } from "./mailbox.server.ts";
import type { OutgoingMail } from "./message.server.ts";

const origin = "http://localhost:3000";
const from = { name: "Rivet & Reed", address: "shop@rivet-and-reed.example" };
const never = new AbortController().signal;

let parent: string;
let folder: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), "rivet-mails-"));
  folder = join(parent, "mails");
});
afterEach(() => rmSync(parent, { recursive: true }));

const deliver = (mail: Partial<OutgoingMail> & { minute: number }) => {
  const { minute, ...about } = mail;
  return openFileTransport({ folder, from, origin }).deliver(
    {
      id: `0197f0ab-0000-8000-8000-00000000000${minute}`,
      causedAt: new Date(Date.UTC(2026, 0, 2, 3, minute)),
      to: { name: "Åsa Öberg", address: "asa@norrland-denim.example" },
      subject: `Mail ${minute}`,
      text: `Go on:\n${origin}/dashboard?a=1&b=2\nnot https://evil.example/`,
      html: `<p style="color:red">Hello</p><script>alert(1)</script>`,
      ...about,
    },
    never,
  );
};

describe("mails as files", () => {
  it("are messages of their own, sorted by time, for the owner alone", async () => {
    await deliver({ minute: 2 });
    await deliver({ minute: 1 });
    const names = readdirSync(folder).toSorted();
    expect(names).toEqual([
      "2026-01-02T03-01-00-000Z-0197f0ab-0000-8000-8000-000000000001.eml",
      "2026-01-02T03-02-00-000Z-0197f0ab-0000-8000-8000-000000000002.eml",
    ]);
    const [first = ""] = names;
    expect(statSync(join(folder, first)).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    const raw = readFileSync(join(folder, first), "utf8");
    expect(raw).toMatch(/\r\n/);
    expect(raw).not.toMatch(/[^\r]\n/);
    expect(await PostalMime.parse(raw)).toMatchObject({
      from,
      to: [{ name: "Åsa Öberg", address: "asa@norrland-denim.example" }],
      subject: "Mail 1",
      date: "2026-01-02T03:01:00.000Z",
    });
  });

  it("are replaced, not doubled, by a second attempt", async () => {
    await deliver({ minute: 1 });
    await deliver({ minute: 1 });
    expect(readdirSync(folder)).toHaveLength(1);
  });
});

describe("/dev/mails", () => {
  const get = (path: string) => createMailbox(folder, origin).request(path);

  it("says so when there are none yet", async () => {
    expect(await (await get("/")).text()).toContain("There are no mails yet. Place an order, and look again.");
  });

  it("lists them, newest first, and shows each without giving it any power", async () => {
    await deliver({ minute: 1, subject: "<b>One</b>" });
    await deliver({ minute: 2 });
    const list = await get("/");
    const page = await list.text();
    expect(page.indexOf("Mail 2")).toBeLessThan(page.indexOf("&lt;b&gt;One&lt;/b&gt;"));
    expect(page).toContain("Åsa Öberg &lt;asa@norrland-denim.example&gt;");
    const link = /href="\/dev\/mails(\/[^"]+)"/.exec(page)?.[1] ?? "";
    const shown = await get(link);
    expect(shown.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(shown.headers.get("cache-control")).toBe("no-store");
    const mail = await shown.text();
    expect(mail).toContain(`<a href="${origin}/dashboard?a=1&amp;b=2">`);
    expect(mail).not.toContain('href="https://evil.example');
    expect(mail).not.toContain("<script>");
    expect(mail).toContain('srcdoc="&lt;p style=&quot;color:red&quot;&gt;');
    expect(mail).toMatch(/<iframe[^>]* sandbox="(?![^"]*allow-(scripts|same-origin|top-navigation|forms))/);
  });

  it.each([
    "/..%2f..%2fsecret",
    "/secret",
    "/x.eml",
    "/2026-01-02T03-01-00-000Z-0197f0ab-0000-8000-8000-000000000009.eml",
  ])("answers %s with 404", async (path) => {
    await deliver({ minute: 1 });
    expect((await get(path)).status).toBe(404);
  });
});

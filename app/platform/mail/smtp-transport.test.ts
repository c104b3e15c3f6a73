import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startSmtp } from "#test/smtp.ts";
import { type OutgoingMail, Undeliverable } from "./message.server.ts";
import { openSmtpTransport } from "./smtp-transport.server.ts";

let smtp: Awaited<ReturnType<typeof startSmtp>>;
beforeEach(async () => {
  smtp = await startSmtp();
});
afterEach(() => smtp.stop());

const from = { name: "Rivet & Reed", address: "shop@rivet-and-reed.example" };
const never = new AbortController().signal;

const mail = (about: Partial<OutgoingMail> = {}): OutgoingMail => ({
  id: "0197f0ab-0000-8000-8000-000000000001",
  causedAt: new Date("2026-01-02T03:04:05Z"),
  to: { name: "Åsa Öberg, Umeå", address: "asa@norrland-denim.example" },
  subject: "Your order: 500 × Domed Rivet",
  text: "Thank you.",
  html: "<p>Thank you.</p>",
  ...about,
});

const open = (url = smtp.url, about: { total?: number; demo?: boolean } = {}) => {
  const { total = 5_000, demo = false } = about;
  return openSmtpTransport({
    url,
    demo,
    connections: 1,
    from,
    origin: "https://shop.example:8443",
    patience: { total },
  });
};

describe("a mail over SMTP", () => {
  it("arrives as it was written, with the id and the moment of its cause", async () => {
    const post = open();
    await post.deliver(mail(), never);
    post.close();
    expect(smtp.received).toEqual([
      expect.objectContaining({
        envelope: { from: from.address, to: ["asa@norrland-denim.example"] },
        from,
        to: [{ name: "Åsa Öberg, Umeå", address: "asa@norrland-denim.example" }],
        subject: "Your order: 500 × Domed Rivet",
        messageId: "<0197f0ab-0000-8000-8000-000000000001@shop.example>",
        date: "2026-01-02T03:04:05.000Z",
        text: "Thank you.\n",
        html: "<p>Thank you.</p>\n",
      }),
    ]);
  });

  it("asks for answers where people should write to, if the sender is elsewhere", async () => {
    for (const contact of ["help@rivet-and-reed.example", from.address]) {
      const post = openSmtpTransport({
        url: smtp.url,
        demo: false,
        connections: 1,
        from,
        origin: "https://shop.example",
        contact,
      });
      await post.deliver(mail(), never);
      post.close();
    }
    expect(smtp.received.map(({ replyTo }) => replyTo)).toEqual([
      [{ name: "", address: "help@rivet-and-reed.example" }],
      undefined,
    ]);
  });

  // A31: even a mail that entered the queue by another route.
  it.each([
    { to: { name: "Eve\r\nBcc: x@evil.example", address: "eve@norrland-denim.example" } },
    { to: { name: 'Eve" <x@evil.example>, "', address: "eve@norrland-denim.example" } },
    { to: { name: "x@evil.example, y@evil.example", address: "eve@norrland-denim.example" } },
    { subject: "Hi\r\nBcc: x@evil.example\r\n\r\n<html>" },
    { subject: "Hi\n\n<html>" },
  ])("has one recipient and its own headers only, whatever %j says", async (evil) => {
    const post = open();
    await post.deliver(mail(evil), never);
    post.close();
    const [received] = smtp.received;
    expect(received?.envelope.to).toEqual([evil.to?.address ?? mail().to.address]);
    expect(received?.to).toEqual([expect.objectContaining({ address: evil.to?.address ?? mail().to.address })]);
    expect(received?.headers.map(({ key }) => key).toSorted()).toEqual([
      "auto-submitted",
      "content-type",
      "date",
      "from",
      "message-id",
      "mime-version",
      "subject",
      "to",
    ]);
    expect(received?.text).toBe("Thank you.\n");
  });

  it("reads neither files nor addresses", async () => {
    const post = open();
    const sly = { path: "/etc/hostname" } as unknown as string;
    await expect(post.deliver(mail({ text: sly }), never)).rejects.toThrow();
    await expect(post.deliver(mail({ html: { href: smtp.url } as unknown as string }), never)).rejects.toThrow();
    post.close();
    expect(smtp.received).toEqual([]);
  });

  it("is given up for good by 5xx, and only by that", async () => {
    const post = open();
    await smtp.turn("550");
    await expect(post.deliver(mail(), never)).rejects.toThrow(Undeliverable);
    for (const mode of ["450", "421", "cut", "down"] as const) {
      await smtp.turn(mode);
      await expect(post.deliver(mail(), never)).rejects.not.toThrow(Undeliverable);
    }
    post.close();
  });

  it("does not leave unencrypted, unless the server is on this machine or the shop is a demo", async () => {
    // The mail program does not see this address as the local machine, though the system routes it there.
    const elsewhere = `smtp://0.0.0.0:${smtp.port}`;
    const strict = open(elsewhere);
    await expect(strict.deliver(mail(), never)).rejects.toThrow(/TLS/i);
    strict.close();
    expect(smtp.received).toEqual([]);
    const lenient = open(elsewhere, { demo: true });
    await lenient.deliver(mail(), never);
    lenient.close();
    expect(smtp.received).toHaveLength(1);
  });

  it("ends at its timeout, when the worker loses it, or when the transport closes", async () => {
    await smtp.turn("silent");
    const hasty = open(smtp.url, { total: 50 });
    await expect(hasty.deliver(mail(), never)).rejects.toThrow();
    hasty.close();

    const post = open();
    const lost = new AbortController();
    const taken = post.deliver(mail(), lost.signal);
    lost.abort();
    await expect(taken).rejects.toThrow();

    const closed = post.deliver(mail(), never);
    const refused = expect(closed).rejects.toThrow();
    setImmediate(() => post.close());
    await refused;
    expect(smtp.received).toEqual([]);
  });
});

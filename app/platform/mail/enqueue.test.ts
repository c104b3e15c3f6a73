import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDatabase } from "#test/database.ts";
import { listMails } from "#test/mails.ts";
import { enqueueMail } from "./enqueue.server.ts";
import { layOut } from "./layout.server.ts";

let database: Awaited<ReturnType<typeof createDatabase>>;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

const mail = (about: { key: string; name?: string; address?: string; subject?: string }) => ({
  to: { name: about.name ?? "Astrid Lindqvist", address: about.address ?? "astrid@norrland-denim.example" },
  ...layOut(
    { subject: about.subject ?? "Your order", heading: "Thank you", paragraphs: [], finePrint: "You ordered." },
    { origin: "https://shop.example", contact: "help@shop.example" },
  ),
  key: about.key,
});

describe("a mail in the outbox", () => {
  it("exists exactly when its cause was committed", async () => {
    const { db } = database;
    await db.transaction((tx) => enqueueMail(tx, mail({ key: "kept" })));
    const undone = db.transaction(async (tx) => {
      await enqueueMail(tx, mail({ key: "undone", subject: "Never" }));
      throw new Error("no");
    });
    await expect(undone).rejects.toThrow("no");
    expect(await listMails(db)).toEqual([expect.objectContaining({ subject: "Your order" })]);
  });

  it("is the same mail for the same key, however often and from however many at once", async () => {
    const { db } = database;
    await Promise.all(Array.from({ length: 8 }, () => enqueueMail(db, mail({ key: "one", subject: "One" }))));
    expect((await listMails(db)).filter(({ subject }) => subject === "One")).toHaveLength(1);
  });

  it("has names and subjects of one line, and refuses what is no address", async () => {
    const { db } = database;
    await enqueueMail(
      db,
      mail({ key: "a31", name: "Eve\r\nBcc: x@y.example", subject: "Hi\n\n<html>\u2028\u0000 you" }),
    );
    expect(await listMails(db)).toContainEqual(
      expect.objectContaining({
        to: { name: "Eve Bcc: x@y.example", address: "astrid@norrland-denim.example" },
        subject: "Hi <html> you",
      }),
    );
    // Cut in the middle of a character that takes two.
    await enqueueMail(db, mail({ key: "long", subject: `${"a".repeat(249)}😀` }));
    expect(await listMails(db)).toContainEqual(expect.objectContaining({ subject: `${"a".repeat(249)}\uFFFD` }));
    for (const address of ["a@b.example\r\nBcc: x@y.example", "a@b.example, c@d.example", "", "x"]) {
      await expect(enqueueMail(db, mail({ key: "bad", address }))).rejects.toThrow("no e-mail address");
    }
  });
});

import { afterAll, beforeAll, expect, it } from "vitest";
import { createDatabase } from "#test/database.ts";
import { listMails } from "#test/mails.ts";
import { createMfaMails } from "./mails.server.ts";

let database: Awaited<ReturnType<typeof createDatabase>>;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

// Who opened an account with Google or GitHub has none.
it("promises nobody that a password opens their account", async () => {
  const mails = createMfaMails({ origin: "https://shop.example", contact: "help@shop.example" });
  await mails.appOff(database.db, "astrid@norrland-denim.example", true);
  await mails.appOff(database.db, "astrid@norrland-denim.example", false);
  await mails.passkeyRemoved(database.db, "astrid@norrland-denim.example", true);
  await mails.factorsTakenOff(database.db, "astrid@norrland-denim.example");
  const texts = (await listMails(database.db)).map(({ text }) => text);
  expect(texts).toHaveLength(4);
  expect(texts.filter((text) => /your password|the password/i.test(text))).toEqual([]);
});

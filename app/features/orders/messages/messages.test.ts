import { describe, expect, it } from "vitest";
import { eraseNotes } from "#app/features/buyers/erasure.server.ts";
import { listMails } from "#test/mails.ts";
import { startMoves } from "#test/moves.ts";
import { call } from "#test/people.ts";

const { shop, buyer, other, admin, second, place } = await startMoves();

const write = (id: string, words: string | null, as = buyer, key: string = crypto.randomUUID()) =>
  call(shop, `POST /orders/${id}/messages`, { as, body: { words }, headers: { "idempotency-key": key } });
const read = async (id: string, as = buyer) => (await call(shop, `GET /orders/${id}/messages`, { as })).json();

const waiting = async (as: typeof buyer) => (await call(shop, "GET /waitingMessages", { as })).json();

describe("messages about an order", () => {
  it("wait for the other side until it answers or none is needed, and reach it by mail", async () => {
    const { id } = await place();
    expect(await read(id)).toEqual({ messages: [], waitingFor: null });
    expect((await write(id, "Brass or gunmetal?", admin)).status).toBe(200);
    expect(await read(id)).toMatchObject({
      waitingFor: "buyer",
      messages: [{ side: "us", name: null, isMine: false }],
    });
    const question = (await listMails(shop.db)).find(({ text }) => text.includes("Brass or gunmetal?"));
    expect(question?.to.address).toBe(buyer.email);
    expect(question?.subject).toMatch(/^Order No\. \d+: a question for you$/);
    expect(question?.text).toContain("Replies to this mail are not read.");
    expect(await waiting(buyer)).toMatchObject([{ of: "order", words: "Brass or gunmetal?" }]);
    expect(await waiting(admin)).toEqual([]);
    expect((await write(id, "Brass.")).status).toBe(200);
    expect(await waiting(buyer)).toEqual([]);
    expect(await waiting(second)).toMatchObject([{ of: "order", words: "Brass.", name: buyer.name }]);
    expect(await read(id, admin)).toMatchObject({
      waitingFor: "us",
      messages: [{ name: "Ada Admin" }, { side: "buyer" }],
    });
    const answers = (await listMails(shop.db)).filter(({ text }) => text.includes("Brass."));
    expect(answers.map(({ to }) => to.address).toSorted()).toEqual(
      [admin, second].map(({ email }) => email).toSorted(),
    );
    expect((await write(id, null)).status).toBe(403);
    expect((await write(id, null, second)).status).toBe(200);
    expect(await read(id)).toMatchObject({ waitingFor: null });
    expect(await waiting(admin)).toEqual([]);
  });

  it("are nobody else's, written once by their key, and none is empty", async () => {
    const { id } = await place();
    expect((await write(id, "Mine?", other)).status).toBe(404);
    expect((await call(shop, `GET /orders/${id}/messages`, { as: other })).status).toBe(404);
    expect((await write(id, " ")).status).toBe(400);
    expect((await call(shop, `POST /orders/${id}/messages`, { as: buyer, body: { words: "x" } })).status).toBe(400);
    const key = crypto.randomUUID();
    for (let attempt = 0; attempt < 2; attempt++) expect((await write(id, "When?", buyer, key)).status).toBe(200);
    expect((await read(id)).messages).toHaveLength(1);
  });

  it("are in one's own data, and erased with the notes", async () => {
    const { id } = await place();
    await write(id, "Our line starts on the 8th.");
    const data = await (await call(shop, "GET /account/data", { as: buyer })).text();
    expect(data).toContain("Our line starts on the 8th.");
    await eraseNotes(shop.db, buyer.email, {
      who: { id: admin.id, email: admin.email, name: admin.name },
      from: { address: null, userAgent: null },
    });
    expect((await read(id)).messages).toMatchObject([{ words: "Erased" }]);
  });
});

import { describe, expect, it } from "vitest";
import { eraseNotes } from "#app/features/buyers/erasure.server.ts";
import { listMails } from "#test/mails.ts";
import { startMoves } from "#test/moves.ts";
import { call, signedIn } from "#test/people.ts";
import { readStream } from "#test/stream.ts";

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

  it("find their orders by whose answer they wait for, in lists that say so, also of a sheet and once it has ended", async () => {
    const list = async (as: typeof buyer, side: string) => {
      const path = as === buyer ? `/orders?email=${buyer.email}&` : "/allOrders?";
      const rows = await (await call(shop, `GET ${path}waitingFor=${side}&limit=50`, { as })).json();
      return rows.map(({ _id, waitingFor, waitingSince }: Record<string, unknown>) => {
        expect([waitingFor, typeof waitingSince]).toEqual([side, "string"]);
        return _id;
      });
    };
    const { id } = await place();
    await write(id, "Brass or gunmetal?", admin);
    expect([await list(buyer, "buyer"), await list(admin, "us")]).toEqual([[id], []]);
    await call(shop, `DELETE /orders/${id}`, { as: buyer });
    await write(id, "Too late, sorry.");
    expect([await list(buyer, "buyer"), await list(admin, "us")]).toEqual([[], [id]]);
    const [{ waitingFor }] = await (
      await call(shop, `GET /orders?email=${buyer.email}&state=ended`, { as: buyer })
    ).json();
    expect(waitingFor).toBe("us");
    await write(id, null, admin);
    expect([await list(buyer, "buyer"), await list(admin, "us")]).toEqual([[], []]);
  });

  it("wait once, however many write at the same time", async () => {
    const { id } = await place();
    await Promise.all(Array.from({ length: 5 }, (_, at) => write(id, `Message ${at}`, at % 2 ? buyer : admin)));
    const { messages, waitingFor } = await read(id);
    expect(messages).toHaveLength(5);
    const rows = [...(await waiting(buyer)), ...(await waiting(admin))];
    expect(rows).toHaveLength(1);
    expect(waitingFor).toBe(messages.at(-1).side === "us" ? "buyer" : "us");
    await write(id, null, admin);
  });

  it("reach those who look after orders alone, and open pages at once", async () => {
    const { id } = await place();
    const packer = await signedIn(shop.db, { role: "admin", staffRoles: ["warehouse"] });
    const clerk = await signedIn(shop.db, { role: "admin", staffRoles: ["orders"] });
    const stream = readStream(await call(shop, "GET /events", { as: clerk }));
    await stream.until("ready");
    await write(id, "Is the die ready?");
    expect((await stream.until("order")).data).toMatchObject({ orderId: id, kind: "message" });
    await stream.cut();
    const to = (await listMails(shop.db)).filter(({ text }) => text.includes("die ready")).map(({ to }) => to.address);
    expect(to).toContain(clerk.email);
    expect(to).not.toContain(packer.email);
    const { events } = await (await call(shop, `GET /orders/${id}`, { as: clerk })).json();
    expect(events.map(({ kind }: { kind: string }) => kind)).toEqual(["placed"]);
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

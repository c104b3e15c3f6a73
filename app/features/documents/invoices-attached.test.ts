import { expect, it } from "vitest";
import { listMails } from "#test/mails.ts";
import { startPapers } from "#test/papers.ts";
import { call } from "#test/people.ts";

const { shop, admin, buyer, place, send } = await startPapers();

const bulk = async (body: object) => {
  const answers = await (await call(shop, "POST /orderMoves", { as: admin, body })).json();
  for (const answer of answers) expect(answer).toMatchObject({ ok: true });
};

/** The mail about the orders that one call has invoiced. */
async function invoice(ids: string[]) {
  await bulk({ ids, track: "review", from: "in-review", to: "accepted" });
  const before = (await listMails(shop.db)).length;
  await bulk({ ids, track: "payment", from: "pending", to: "invoiced" });
  const [mail, ...others] = (await listMails(shop.db)).slice(before);
  expect(others).toEqual([]);
  expect(mail?.to.address).toBe(buyer.email);
  expect(mail?.subject).toMatch(/ invoices, /);
  return { enclosed: mail?.enclosed ?? [], text: mail?.text };
}

it("the invoice of a long sheet is enclosed once, and leaves room for those of the orders that follow", async () => {
  const { orderIds } = await send(21);
  const alone = [await place(), await place()];
  const { enclosed, text } = await invoice([...orderIds, ...alone]);
  expect(enclosed).toEqual([orderIds[0], ...alone].map((id) => `invoice order ${id}`));
  expect(text).toContain("The invoices are attached.");
});

it("of more invoices than a mail encloses, it says how many there are and where the others are", async () => {
  const ids: string[] = [];
  while (ids.length < 21) ids.push(await place());
  const { enclosed, text } = await invoice(ids);
  expect(enclosed).toEqual(ids.slice(0, 20).map((id) => `invoice order ${id}`));
  expect(text).toContain("Of the 21 invoices 20 are attached; each is on the page of its order, too.");
});

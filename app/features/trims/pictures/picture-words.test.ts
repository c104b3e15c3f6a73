import { beforeAll, expect, it } from "vitest";
import { startTestApp, type TestApp } from "#test/app.ts";
import { buildTrim } from "#test/builders.ts";
import { call, signedIn, type TestPerson } from "#test/people.ts";

let shop: TestApp;
let admin: TestPerson;

beforeAll(async () => {
  shop = await startTestApp();
  admin = await signedIn(shop.db, { role: "admin" });
});

async function altAfter(id: string, body: object): Promise<string> {
  const answer = await call(shop, `PATCH /trims/${id}`, { as: admin, body });
  expect(answer.status).toBe(200);
  return (await answer.json()).alt;
}

it("a picture whose words are taken away is called as its trim", async () => {
  const { id, name } = await buildTrim(shop.db, { alt: "A rivet" });
  for (const alt of [" ", ""]) expect(await altAfter(id, { alt })).toBe(name);
  expect(await altAfter(id, { alt: "", name: `${name} II` })).toBe(`${name} II`);
});

it("a picture without words of its own is renamed with its trim, others are not", async () => {
  const name = `Rivet ${crypto.randomUUID()}`;
  const plain = await buildTrim(shop.db, { name, alt: name });
  expect(await altAfter(plain.id, { name: `${name}, brass` })).toBe(`${name}, brass`);
  const own = await buildTrim(shop.db, { alt: "A rivet" });
  expect(await altAfter(own.id, { name: `${own.name}, brass` })).toBe("A rivet");
  expect(await altAfter(own.id, { name: `${own.name} II`, alt: `${own.name}, brass` })).toBe(`${own.name}, brass`);
});

it("a file that leaves the words of a picture empty has it called as its item", async () => {
  const { name, number, id } = await buildTrim(shop.db, { alt: "A rivet" });
  const send = async (query: string, file: string) => {
    const response = await shop.app.request(`/api/trims.csv?${query}`, {
      method: "POST",
      headers: { authorization: `Bearer ${admin.token}`, "content-type": "text/csv" },
      body: file,
    });
    return JSON.parse((await response.text()).trimEnd().split("\n").at(-1) ?? "");
  };
  const file = `number,alt\n${number},\n`;
  const { report } = await send("dryRun=1", file);
  expect(report.changed[0].changes).toEqual([{ column: "alt", before: "A rivet", after: name }]);
  await send(`token=${report.token}`, file);
  expect((await (await call(shop, `GET /trims/${id}`)).json()).alt).toBe(name);
  expect((await send("dryRun=1", file)).report.counts).toMatchObject({ changed: 0, unchanged: 1 });
});

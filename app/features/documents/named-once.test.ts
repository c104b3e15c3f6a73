import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { companyAddresses } from "#app/features/companies/tables.server.ts";
import { users } from "#app/features/identity/tables.server.ts";
import { profiles } from "#app/features/profiles/tables.server.ts";
import { buildTrim, buildTrims, newOrder, newSheet } from "#test/builders.ts";
import { buildCompany } from "#test/companies.ts";
import { listMails } from "#test/mails.ts";
import { startPapers } from "#test/papers.ts";
import { type PdfElement, readPdf } from "#test/pdf.ts";
import { call, signedIn, type TestPerson } from "#test/people.ts";

const { shop, admin, accept, invoice } = await startPapers();

const shipTo = { company: "Halden Jeans AS", street: "Tista 3", postcode: "1767", town: "Halden", country: "NO" };
const typed = "Halden Jeans AS\nTista 3\n1767 Halden\nNorway";
const company = "Halden Jeans AS";

/** A member of a company, which wants its invoices elsewhere, and somebody whose profile alone names a company. */
async function buildMember() {
  const { purchaser, id } = await buildCompany(shop.db, { name: company, country: "NO", taxNumber: "NO 987 654 321" });
  await shop.db.insert(companyAddresses).values({
    ...{ companyId: id, label: "Accounts", street: "Storgata 1", postcode: "0155", town: "Oslo", country: "NO" },
    isForInvoices: true,
  });
  return purchaser;
}
async function buildPerson() {
  const person = await signedIn(shop.db, { name: "Mara Lie" });
  await shop.db.insert(profiles).values({
    ...{ userId: person.id, phone: "+4769180000", linkedin: "", location: "", education: "" },
    ...{ company, country: "NO" },
  });
  return person;
}

/** An order alone and a sheet, accepted and invoiced; with all mails that went out. */
async function order(who: TestPerson, place: object) {
  const trim = await buildTrim(shop.db);
  const alone = await call(shop, "POST /orders", { as: who, body: { ...newOrder(who, trim), ...place } });
  const { insertedId } = await alone.json();
  const body = { ...newSheet(who, await buildTrims(shop.db, 2)), company, country: "NO", ...place };
  const headers = { "idempotency-key": crypto.randomUUID() };
  const sent = await (await call(shop, "POST /orderSheets", { as: who, body, headers })).json();
  const mails = await listMails(shop.db);
  for (const id of [insertedId, ...sent.orderIds]) {
    expect((await accept(id)).status).toBe(200);
    expect((await invoice(id)).status).toBe(200);
  }
  return { id: insertedId, sheetId: sent.insertedId, mails: mails.filter(({ to }) => to.address === who.email) };
}

/** The lines below each heading of an address, by the heading. */
function listBlocks(elements: readonly PdfElement[]): [heading: string, lines: string[]][] {
  const blocks: [string, string[]][] = [];
  for (const { role, text } of flatten(elements)) {
    if (role === "H2" || role === "Table") blocks.push([text, []]);
    else if (role === "P" && text) blocks.at(-1)?.[1].push(text);
  }
  return blocks.filter(([heading]) => /BILL TO|SHIP TO|DELIVER TO|ORDERED BY/.test(heading));
}

function flatten(elements: readonly PdfElement[]): PdfElement[] {
  return elements.flatMap((one) => [one, ...(one.role === "Table" ? [] : flatten(one.children))]);
}

const count = (lines: readonly string[], words: string) => lines.join("\n").split(words).length - 1;

describe.each([
  ["a member, to an address in fields", buildMember, { shipTo }],
  ["a member, to an address as text", buildMember, { address: typed }],
  ["a person, to an address in fields", buildPerson, { shipTo }],
  ["a person, to an address as text", buildPerson, { address: typed }],
] as const)("what is ordered by %s", (_, build, place) => {
  it("names company, person and country once in each block of every paper and mail", async () => {
    const who = await build();
    const { id, sheetId, mails } = await order(who, place);
    const isMember = build === buildMember;
    for (const path of [`/orders/${id}`, `/orderSheets/${sheetId}`]) {
      for (const [kind, headings] of [
        ["confirmation", isMember ? ["ORDERED BY", "BILL TO", "DELIVER TO"] : ["ORDERED BY", "DELIVER TO"]],
        ["proforma", ["BILL TO", "SHIP TO"]],
        ["invoice", ["BILL TO", "SHIP TO"]],
        ["packing", ["SHIP TO"]],
      ] as const) {
        const answer = await call(shop, `GET ${path}/${kind}.pdf`, { as: admin });
        expect(answer.status, `${path} ${kind}`).toBe(200);
        const blocks = listBlocks((await readPdf(new Uint8Array(await answer.arrayBuffer()))).elements);
        expect(blocks.map(([heading]) => heading)).toEqual(headings);
        for (const [heading, lines] of blocks) {
          const counted = [company, who.name, "Norway"].map((words) => count(lines, words));
          expect([kind, heading, lines, counted]).toEqual([
            kind,
            heading,
            lines,
            [1, 1, heading === "ORDERED BY" ? 0 : 1],
          ]);
        }
        const billed = blocks.find(([heading]) => heading === "BILL TO")?.[1] ?? [];
        if (kind !== "packing") {
          expect(count(billed, "Storgata 1")).toBe(isMember ? 1 : 0);
          expect(count(billed, "NO 987 654 321")).toBe(isMember ? 1 : 0);
        }
      }
    }
    expect(mails).toHaveLength(2);
    for (const { text } of mails) {
      const block = text.split(/\n\n/).find((part) => part.includes("Tista 3")) ?? "";
      const lines = block.slice(block.indexOf("Send to")).split("\n");
      expect([block, ...[company, who.name, "Norway"].map((words) => count(lines, words))]).toEqual([block, 1, 1, 1]);
    }
  });
});

it("a company that wants invoices nowhere else is billed where it is delivered to, with its tax number", async () => {
  const { purchaser } = await buildCompany(shop.db, { name: company, country: "NO", taxNumber: "NO 987 654 321" });
  const { id } = await order(purchaser, { shipTo });
  const answer = await call(shop, `GET /orders/${id}/invoice.pdf`, { as: purchaser });
  const blocks = new Map(listBlocks((await readPdf(new Uint8Array(await answer.arrayBuffer()))).elements));
  expect(blocks.get("BILL TO")).toEqual([...(blocks.get("SHIP TO") ?? []), "Tax number NO 987 654 321"]);
});

it("a colleague's papers of an order name no person whose account was deleted, those of staff do", async () => {
  const { manager, purchaser } = await buildCompany(shop.db, { name: company, country: "NO" });
  const { id, sheetId } = await order(purchaser, { shipTo });
  await shop.db.delete(users).where(eq(users.id, purchaser.id));
  const read = async (as: TestPerson, path: string) => {
    const answer = await call(shop, `GET ${path}`, { as });
    const { elements } = await readPdf(new Uint8Array(await answer.arrayBuffer()));
    return listBlocks(elements).flatMap(([, lines]) => lines);
  };
  for (const of of [`/orders/${id}`, `/orderSheets/${sheetId}`]) {
    for (const kind of ["confirmation", "proforma"]) {
      const [theirs, ours] = [await read(manager, `${of}/${kind}.pdf`), await read(admin, `${of}/${kind}.pdf`)];
      expect(theirs).toContain("a former member");
      expect(theirs.join("\n")).not.toMatch(/Our purchaser|@|\d{6}/);
      expect(theirs).not.toContain("");
      expect(ours).toContain("Our purchaser");
    }
  }
});

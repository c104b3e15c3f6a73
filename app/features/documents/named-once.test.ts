import { eq } from "drizzle-orm";
import Papa from "papaparse";
import { describe, expect, it } from "vitest";
import { unguard } from "#app/contract/csv.ts";
import { companyAddresses } from "#app/features/companies/tables.server.ts";
import { users } from "#app/features/identity/tables.server.ts";
import { profiles } from "#app/features/profiles/tables.server.ts";
import { buildTrim, buildTrims, newOrder, newSheet } from "#test/builders.ts";
import { buildCompany } from "#test/companies.ts";
import { listMails } from "#test/mails.ts";
import { startPapers } from "#test/papers.ts";
import { findAll, type PdfElement, readPdf } from "#test/pdf.ts";
import { call, signedIn, type TestPerson } from "#test/people.ts";

const { shop, admin, move, accept, invoice } = await startPapers();

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

it("a colleague's papers and mail of an order name no person whose account was deleted, those of staff do", async () => {
  const { manager, purchaser } = await buildCompany(shop.db, { name: company, country: "NO" });
  const { id, sheetId } = await order(purchaser, { shipTo });
  await shop.db.delete(users).where(eq(users.id, purchaser.id));
  const headers = { "idempotency-key": crypto.randomUUID() };
  expect((await move(id, { track: "shipping", from: "pending", to: "packed" })).status).toBe(200);
  const body = { lines: [{ order: id, pieces: 100, before: 0 }] };
  expect((await call(shop, "POST /deliveries", { as: admin, headers, body })).status).toBe(200);
  const delivered = (await listMails(shop.db)).find((mail) => {
    return mail.to.address === manager.email && mail.subject.includes(": shipped");
  });
  expect(delivered?.text).toContain(`Sent to: ${company}\n  Tista 3\n`);
  expect(delivered?.text).not.toContain("Our purchaser");
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

/** An order of a sheet that goes through all that can be written about it, and the mails about that. */
async function complete() {
  const who = await buildMember();
  const keyed = (as: TestPerson) => ({ as, headers: { "idempotency-key": crypto.randomUUID() } });
  /** A call that must succeed, and what it answers. */
  async function send(target: string, as: TestPerson, body?: object) {
    const response = await call(shop, target, { ...keyed(as), ...(body && { body }) });
    expect([target, response.status]).toEqual([target, 200]);
    return response.json();
  }
  const sheet = { ...newSheet(who, await buildTrims(shop.db, 2)), company, country: "NO", shipTo };
  const { insertedId: sheetId, orderIds } = await send("POST /orderSheets", who, sheet);
  const [id, other] = orderIds;
  await send(`PATCH /orders/${id}`, who, { version: 1, orderQuantity: 200 });
  await send(`POST /orderSheets/${sheetId}/messages`, who, { words: "When does it leave?" });
  await send(`POST /orderSheets/${sheetId}/messages`, admin, { words: "Which day suits you?" });
  await send(`DELETE /orders/${other}`, who);
  await accept(id);
  const lists = await Promise.all(
    ["production", "pick"].map((kind) => send("POST /printRuns", admin, { kind, ids: [id] })),
  );
  expect((await move(id, { track: "shipping", from: "pending", to: "packed" })).status).toBe(200);
  await send("POST /deliveries", admin, { lines: [{ order: id, pieces: 200, before: 0 }] });
  await invoice(id);
  const [{ number }] = await (await call(shop, `GET /invoices?order=${id}`, { as: admin })).json();
  await send("POST /reminders", admin, { invoices: [number] });
  const credited = { invoice: number, reason: "Bent posts", lines: [{ order: id, pieces: 50 }] };
  const { creditNotes } = await send("POST /creditNotes", admin, credited);
  return { who, id, number, lists, creditNote: creditNotes[0].number, mails: await listMails(shop.db) };
}

const read = async (path: string) => {
  const response = await call(shop, `GET ${path}`, { as: admin });
  expect([path, response.status]).toEqual([path, 200]);
  return (await readPdf(new Uint8Array(await response.arrayBuffer()))).elements;
};
const table = async (path: string) => {
  const text = (await (await call(shop, `GET ${path}`, { as: admin })).text()).replace(/^\uFEFF/, "");
  return Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true }).data.map((row) =>
    Object.fromEntries(Object.entries(row).map(([head, cell]) => [head, unguard(cell).replace(/^="(.*)"$/, "$1")])),
  );
};

const { who, id, number, lists, creditNote, mails } = await complete();

describe("an order from its sheet to its credit note", () => {
  it("names company and person on its credit note, and each line once", async () => {
    const blocks = listBlocks(await read(`/creditNotes/${creditNote}/credit-note.pdf`));
    expect(blocks.map(([heading]) => heading)).toEqual(["BILL TO", "SHIP TO"]);
    for (const [heading, lines] of blocks) {
      const street = heading === "BILL TO" ? "Storgata 1" : "Tista 3";
      const counted = [company, who.name, street, "Norway"].map((words) => count(lines, words));
      expect([lines, counted]).toEqual([lines, [1, 1, 1, 1]]);
    }
  });

  it.each(["production", "pick"])("names company and person once on a %s list", async (kind) => {
    const [run] = lists.slice(kind === "pick" ? 1 : 0);
    const cells = findAll(await read(`/printRuns/${run.number}/list.pdf`), "TD").map(({ text }) => text);
    const to = cells.filter((text) => text.includes("Tista 3"));
    expect(to).toEqual([`${company} ${who.name}, Tista 3, 1767 Halden, Norway`]);
  });

  it("names the company once on its statement of account", async () => {
    const elements = flatten(await read(`/statement.pdf?buyer=${who.id}`));
    const named = elements.flatMap(({ role, text }) => (role === "P" && text.includes(company) ? [text] : []));
    expect(named).toEqual([company]);
  });

  it.each([
    ["a change, to staff", admin, /changed by the buyer/, [company, who.name]],
    ["a change, to the buyer", who, /: changed,/, [who.name]],
    ["a message, to staff", admin, /message from/, [company, who.name]],
    ["a message, to the buyer", who, /a question for you/, [who.name]],
    ["a cancellation, to staff", admin, /cancelled/, [company, who.name]],
    ["a cancellation, to the buyer", who, /cancelled/, [who.name]],
    ["a delivery", who, /: shipped/, [who.name, company, "Tista 3", "Norway"]],
    ["an invoice", who, /: invoice /, [who.name]],
    ["a reminder", who, /: reminder/, [who.name]],
    ["a credit note", who, /: credit note/, [who.name]],
  ])("is named in the mail of %s, and nothing twice in a part of it", (_, to, subject, named) => {
    const found = mails.filter((mail) => mail.to.address === to.email && subject.test(mail.subject));
    expect(found.map((mail) => mail.subject)).toHaveLength(1);
    const text = found[0]?.text ?? "";
    expect(named.filter((words) => !text.includes(words))).toEqual([]);
    for (const part of text.split("\n\n")) {
      const counted = [company, who.name, "Tista 3", "Norway"].map((words) => count([part], words));
      expect([part, Math.max(...counted)]).toEqual([part, Math.min(1, Math.max(...counted))]);
    }
  });

  it("fills the columns of both exports from fields", async () => {
    const ordered = (await table("/allOrders.csv")).filter((row) => row.Id === id);
    expect(ordered).toMatchObject([
      {
        ...{ Company: company, Name: who.name, "Ship to company": company, "Ship to person": who.name },
        ...{ "Ship to street": "Tista 3", "Ship to more": "", "Ship to postcode": "1767" },
        ...{ "Ship to town": "Halden", "Ship to country": "NO" },
      },
    ]);
    const booked = (await table("/accounts.csv")).filter((row) => row.Invoice === number);
    expect(booked.map((row) => [row.Kind, row.Company, row.Name, row.Country, row["Tax number"]])).toEqual(
      ["Invoice", "Credit note"].map((kind) => [kind, company, who.name, "Norway", "NO 987 654 321"]),
    );
  });
});

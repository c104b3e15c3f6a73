// @module-tag trial

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ImportLine, Report } from "#app/features/catalogue/contract.ts";
import { type KilledShop, startKilledShop } from "../killed-shop.ts";
import { logInAsAdmin } from "../shop-process.ts";

const ROWS = Number(process.env.ROWS ?? 2_000);

let shop: KilledShop;
let token: string;

const logIn = async () => {
  token = (await logInAsAdmin(shop.url)).token;
};

beforeAll(async () => {
  shop = await startKilledShop();
  await logIn();
}, 300_000);
afterAll(() => shop.remove(), 60_000);

/** Sends a file, and hands out each line of the answer as it comes. */
async function* send(query: string, file: string): AsyncGenerator<ImportLine> {
  const headers = { "content-type": "text/csv", authorization: `Bearer ${token}` };
  const response = await fetch(`${shop.url}/api/trims.csv?${query}`, { method: "POST", headers, body: file });
  if (!response.ok || !response.body) throw new Error(`${response.status}: ${await response.text()}`);
  let rest = "";
  for await (const part of response.body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + part).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) yield JSON.parse(line);
  }
}

async function lastLine(query: string, file: string): Promise<ImportLine> {
  let last: ImportLine | undefined;
  for await (const line of send(query, file)) last = line;
  if (!last) throw new Error("no line came");
  return last;
}

async function dryRun(file: string): Promise<Report> {
  const line = await lastLine("dryRun=1", file);
  if (line.kind !== "report") throw new Error(JSON.stringify(line));
  return line.report;
}

/** Kills the shop as soon as it has told of some rows but not of all. */
async function killMidway(query: string, file: string): Promise<ImportLine[]> {
  const heard: ImportLine[] = [];
  try {
    for await (const line of send(query, file)) {
      heard.push(line);
      if (line.kind === "progress" && line.done >= ROWS / 4) await shop.kill();
    }
  } catch (error) {
    // The answer breaks off.
    if (!(error instanceof TypeError)) throw error;
  }
  return heard;
}

/** Everything an import may write. */
async function fingerprint(): Promise<string> {
  const tables = ["trims", "price_breaks", "stock_movements", "catalogue_imports", "audit"];
  const each = tables.map(
    (name) => `(select md5(coalesce(string_agg(t::text, '' order by t::text), '')) from ${name} t)`,
  );
  const [row] = await shop.query<{ all: string }>(`select concat(${each.join(",")}) as all`);
  return row?.all ?? "";
}

const line = (at: number, number: string, price: string) =>
  `${number},"Test rivet ${at}, brass",Rivets,${price},100,1000,0.0100,0,"Struck, then plated.\nRow ${at}",https://a.example/${at}.jpg`;
const heads = "number,name,line,price,moq,from_2,price_2,quantity,description,image";
const table = (rows: string[]) => `${heads}\r\n${rows.join("\r\n")}\r\n`;

async function changedPrices(priceOf: (at: number) => string): Promise<string> {
  const trims = await shop.query<{ number: number; at: string }>(
    "select number, substring(name from 'Test rivet ([0-9]+)') as at from trims where name like 'Test rivet%' order by number",
  );
  expect(trims).toHaveLength(ROWS);
  return table(trims.map(({ number, at }) => line(Number(at), String(number), priceOf(Number(at)))));
}

describe(`an import of ${ROWS} rows`, { timeout: 180_000 }, () => {
  it("adds them all", async () => {
    const file = table(Array.from({ length: ROWS }, (_, at) => line(at, "", "0.0240")));
    const report = await dryRun(file);
    expect(report.counts).toEqual({ added: ROWS, changed: 0, unchanged: 0, errors: 0, faultyRows: 0 });
    expect(await lastLine(`token=${report.token}`, file)).toMatchObject({ kind: "applied", applied: { added: ROWS } });
  });

  it("with 1 % errors, killed midway: nothing changed; again: each error by row, and nothing to apply", async () => {
    const file = await changedPrices((at) => (at % 100 === 7 ? '"0,0310"' : "0.0310"));
    const before = await fingerprint();
    const heard = await killMidway("dryRun=1", file);
    expect(heard.some(({ kind }) => kind === "report")).toBe(false);
    await shop.start();
    await logIn();
    expect(await fingerprint()).toBe(before);
    const { counts, errors, token: applicable } = await dryRun(file);
    expect(counts).toEqual({
      added: 0,
      changed: ROWS * 0.99,
      unchanged: 0,
      errors: ROWS / 100,
      faultyRows: ROWS / 100,
    });
    expect(errors.map(({ row, column, cell }) => [row, column, cell])).toEqual(
      Array.from({ length: ROWS / 100 }, (_, at) => [at * 100 + 9, "price", "0,0310"]),
    );
    expect(applicable).toBeNull();
    expect(await fingerprint()).toBe(before);
  });

  it("without errors, killed midway: nothing changed; again, by the same token: all of it", async () => {
    const file = await changedPrices(() => "0.0310");
    const { token: applicable, counts } = await dryRun(file);
    expect(counts).toMatchObject({ changed: ROWS, errors: 0 });
    const before = await fingerprint();
    const heard = await killMidway(`token=${applicable}`, file);
    expect(heard.at(-1)).toMatchObject({ kind: "progress" });
    await shop.start();
    await logIn();
    expect(await fingerprint()).toBe(before);
    expect(await lastLine(`token=${applicable}`, file)).toMatchObject({ kind: "applied", applied: { changed: ROWS } });
    const prices = await shop.query("select distinct price from trims where name like 'Test rivet%'");
    expect(prices).toEqual([{ price: "0.0310" }]);
    expect(await shop.query("select changed from catalogue_imports order by created_at")).toEqual([
      { changed: 0 },
      { changed: ROWS },
    ]);
  });
});

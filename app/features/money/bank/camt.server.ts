import { XMLParser } from "fast-xml-parser";
import { day as dayInput } from "#app/contract/day.ts";
import { toCents, writeCents } from "#app/contract/money.ts";
import { numberEqual, type Reading, type StatementLine, toLineText } from "./reading.rules.ts";

const ATTRIBUTE = "@";
const TEXT = "#text";
const many = new Set(["Stmt", "Rpt", "Ntfctn", "Ntry", "NtryDtls", "TxDtls", "Ustrd", "Strd", "AddtlRmtInf"]);

const parser = new XMLParser({
  ...{ ignoreAttributes: false, attributeNamePrefix: ATTRIBUTE, alwaysCreateTextNode: true, textNodeName: TEXT },
  ...{ parseTagValue: false, parseAttributeValue: false, removeNSPrefix: true, trimValues: true },
  isArray: (name) => many.has(name),
});

/** Whether a file is XML. */
export function isXml(text: string): boolean {
  return /^\uFEFF?\s*</.test(text);
}

/**
 * Reads a bank's statement in XML (ISO 20022, camt.053; also camt.052 and camt.054). Entries that are not booked yet are left out.
 * Of an entry with several transfers each is a line, if they add up to it. Undefined for anything else, and for XML with a document type, whose
 * entities could be anything.
 */
export function readCamt(text: string): Reading | undefined {
  if (/<!DOCTYPE|<!ENTITY/i.test(text)) return undefined;
  let root: unknown;
  try {
    root = parser.parse(text, true);
  } catch {
    return undefined;
  }
  const document = child(root, "Document");
  const messages = ["BkToCstmrStmt", "BkToCstmrAcctRpt", "BkToCstmrDbtCdtNtfctn"].flatMap((name) =>
    all(document, name),
  );
  if (messages.length === 0) return undefined;
  const statements = messages.flatMap((one) => [...all(one, "Stmt"), ...all(one, "Rpt"), ...all(one, "Ntfctn")]);
  const read = statements.flatMap((one) => all(one, "Ntry").flatMap(readEntry));
  return {
    lines: numberEqual(read.flatMap((one) => (typeof one === "string" ? [] : [one]))),
    unread: read.filter((one) => typeof one === "string"),
  };
}

type Line = Omit<StatementLine, "nth">;

function readEntry(entry: unknown): (Line | string)[] {
  const status = textOf(child(entry, "Sts")) || textOf(child(entry, "Sts", "Cd"));
  if (status && status !== "BOOK") return [];
  const day = dayOf(child(entry, "BookgDt")) ?? dayOf(child(entry, "ValDt"));
  const note = textOf(child(entry, "AddtlNtryInf"));
  const direction = directionOf(entry);
  const money = moneyOf(child(entry, "Amt"), direction);
  const transfers = all(entry, "NtryDtls").flatMap((one) => all(one, "TxDtls"));
  const parts = transfers.map((one) => {
    const amount = child(one, "Amt") ?? child(one, "AmtDtls", "TxAmt", "Amt");
    return { one, money: moneyOf(amount, directionOf(one) || direction) };
  });
  const isBatch =
    parts.length > 1 &&
    parts.every((part) => part.money?.currency === money?.currency) &&
    parts.reduce((sum, part) => sum + (part.money?.cents ?? 0n), 0n) === money?.cents;
  if (!isBatch) return [toLine(day, money, note, transfers)];
  return parts.map((part) => toLine(day, part.money, note, [part.one]));
}

type Money = { cents: bigint; currency: string };

/** As ISO 20022 writes it; undefined also where nobody says whether it came in or went out. */
function moneyOf(amount: unknown, direction: string): Money | undefined {
  const written = textOf(amount);
  if (!/^\d{1,13}(\.\d{1,2}0*)?$/.test(written) || !/^(CRDT|DBIT)$/.test(direction)) return undefined;
  const cents = toCents(written);
  return { cents: direction === "DBIT" ? -cents : cents, currency: attribute(amount, "Ccy") || "USD" };
}

function toLine(
  day: string | undefined,
  money: Money | undefined,
  note: string,
  transfers: readonly unknown[],
): Line | string {
  const words = transfers.flatMap(wordsOf);
  const text = toLineText([...new Set(words.length > 0 ? words : [note])].join(" "));
  if (!day || !money) return text || "An entry without day or amount";
  const { cents, currency } = money;
  return { day, amount: writeCents(cents), text, ...(currency === "USD" ? {} : { currency }) };
}

/** Who paid, and what they wrote for it. */
function wordsOf(transfer: unknown): string[] {
  const party = child(transfer, "RltdPties", "Dbtr");
  const remittance = child(transfer, "RmtInf");
  const structured = all(remittance, "Strd").flatMap((one) => [
    textOf(child(one, "CdtrRefInf", "Ref")),
    textOf(child(one, "RfrdDocInf", "Nb")),
    ...all(one, "AddtlRmtInf").map(textOf),
  ]);
  const reference = textOf(child(transfer, "Refs", "EndToEndId"));
  return [
    textOf(child(party, "Nm")) || textOf(child(party, "Pty", "Nm")),
    ...all(remittance, "Ustrd").map(textOf),
    ...structured,
    reference === "NOTPROVIDED" ? "" : reference,
  ].filter((words) => words !== "");
}

/** Whether it came in or went out; a credit that is taken back goes out, too. */
function directionOf(node: unknown): string {
  return textOf(child(node, "CdtDbtInd"));
}

function dayOf(node: unknown): string | undefined {
  const written = textOf(child(node, "Dt")) || textOf(child(node, "DtTm"));
  const { data } = dayInput.safeParse(written.slice(0, 10));
  return data;
}

function child(node: unknown, ...path: string[]): unknown {
  return path.reduce((at, name) => {
    const found = isRecord(at) ? at[name] : undefined;
    return Array.isArray(found) ? found[0] : found;
  }, node);
}

function all(node: unknown, name: string): unknown[] {
  const found = isRecord(node) ? node[name] : undefined;
  if (found === undefined) return [];
  return Array.isArray(found) ? found : [found];
}

function textOf(node: unknown): string {
  const text = isRecord(node) ? node[TEXT] : node;
  return typeof text === "string" ? text : "";
}

function attribute(node: unknown, name: string): string {
  const value = isRecord(node) ? node[ATTRIBUTE + name] : undefined;
  return typeof value === "string" ? value : "";
}

function isRecord(node: unknown): node is Record<string, unknown> {
  return typeof node === "object" && node !== null && !Array.isArray(node);
}

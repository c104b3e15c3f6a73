import { nameCountry } from "#app/contract/country-name.ts";
import type { ShipTo } from "#app/contract/ship-to.ts";
import { composeAddress } from "#app/features/companies/rules.ts";

/** An address as text, and, if it was written in fields, those; whose company and country it is, if it says neither. */
type Place = { company: string | null; address: string; country: string | null; shipTo?: ShipTo | null };

/** Where goods go, in lines: the company, the address, the country, nothing twice. `country` is its code. */
export function writeAddress({ company, address, country, shipTo = null }: Place): string {
  return listAddress({ company, address, country: country && nameCountry(country), shipTo }).join("\n");
}

/** The text that is stored and shown of an address in fields: a line each, nothing twice. */
function writeShipTo(shipTo: ShipTo): string {
  return listAddress({ company: null, address: "", country: null, shipTo }).join("\n");
}

/** What a caller wrote, as it is stored: fields, if there are any, compose the text. */
export function readDestination({ address, shipTo }: { address: string; shipTo?: ShipTo | null | undefined }) {
  return { address: shipTo ? writeShipTo(shipTo) : address, shipTo: shipTo ?? null };
}

/**
 * The lines of an address on pages, papers and in mails: company, person, address, country. An address in fields says
 * itself for which company, person and country it is, if it does. Text is printed as it is: what it contains already, as
 * a line of its own, between commas, or in a line that begins with the company or ends with the country, is not said
 * again. `country` is in words.
 */
export function listAddress({ company, name, address, country, shipTo }: Place & { name?: string | null }): string[] {
  const lines = splitLines(shipTo ? composeAddress(shipTo) : address);
  const said = new Set(lines.flatMap((line) => [line, ...line.split(",")]).map(fold));
  const unlessSaid = (words: string | null | undefined, isContained: (line: string, words: string) => boolean) => {
    if (!words || said.has(fold(words)) || lines.some((line) => isContained(fold(line), fold(words)))) return [];
    said.add(fold(words));
    return [words];
  };
  const firm = unlessSaid(shipTo?.company ?? company, (line, words) => line.startsWith(`${words} `));
  const person = unlessSaid(shipTo?.name ?? name, (line, words) => line.replace(forWhom, "") === words);
  const land = shipTo ? [] : unlessSaid(country, (line, words) => line.endsWith(` ${words}`));
  // The company stays first, whoever wrote it.
  const isFirm = firm.length === 0 && company !== null && fold(lines[0] ?? "") === fold(company);
  return isFirm
    ? [...lines.slice(0, 1), ...person, ...lines.slice(1), ...land]
    : [...firm, ...person, ...lines, ...land];
}

function splitLines(text: string): string[] {
  return text.split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/).flatMap((line) => line.trim() || []);
}

/** What people write before a name. */
const forWhom = /^(attn|att|attention|fao|c\/o)\W*/;

/** Capitals, points, commas and spaces make no other company. */
function fold(words: string): string {
  return words.normalize("NFKC").toLowerCase().replace(/[.,]/g, "").replace(/\s+/g, " ").trim();
}

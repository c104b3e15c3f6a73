import { nameCountry } from "#app/contract/country-name.ts";

type Place = { company: string | null; address: string; country: string | null };

/** Where goods go, in lines: the company, the address, the country, nothing twice. `country` is its code. */
export function writeAddress({ company, address, country }: Place): string {
  return listAddress({ company, address, country: country && nameCountry(country) }).join("\n");
}

/**
 * The lines of an address on pages, papers and in mails: company, person, address, country. What the address says
 * already, as a line of its own or between commas, is not said again. `country` is in words.
 */
export function listAddress({ company, name, address, country }: Place & { name?: string }): string[] {
  const lines = address.split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/).flatMap((line) => line.trim() || []);
  const said = new Set(lines.flatMap((line) => [line, ...line.split(",")]).map(fold));
  const unlessSaid = (words: string | null | undefined): string[] => {
    if (!words || said.has(fold(words))) return [];
    said.add(fold(words));
    return [words];
  };
  return [...unlessSaid(company), ...unlessSaid(name), ...lines, ...unlessSaid(country)];
}

/** Capitals, points and spaces make no other company. */
function fold(words: string): string {
  return words.normalize("NFKC").toLowerCase().replace(/[.,]/g, "").replace(/\s+/g, " ").trim();
}

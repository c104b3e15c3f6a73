import { nameCountry } from "#app/contract/country-name.ts";

type Place = { company: string | null; address: string; country: string | null };

/** Where goods go, in lines, as on the sheet they were ordered with: the company, the address, the country. */
export function writeAddress({ company, address, country }: Place): string {
  return [company, address, country && nameCountry(country)].filter(Boolean).join("\n");
}

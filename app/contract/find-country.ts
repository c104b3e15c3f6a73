import { countries } from "./country.ts";
import { nameCountry } from "./country-name.ts";
import { foldWords } from "./text.ts";

let codes: Map<string, string> | undefined;
/** What people also call them. */
const calledAlso = {
  usa: "US",
  america: "US",
  uk: "GB",
  england: "GB",
  britain: "GB",
  holland: "NL",
  turkey: "TR",
  korea: "KR",
};

/** The code of the country that people call this, in small letters and with or without accents. */
export function findCountry(name: string): string | undefined {
  codes ??= new Map([
    ...[...countries].toReversed().flatMap((code) => {
      const folded = foldWords(nameCountry(code));
      return [folded, folded.normalize("NFD").replace(/\p{M}/gu, "")].map((one) => [one, code] as const);
    }),
    ...Object.entries(calledAlso),
  ]);
  return codes.get(name);
}

/** Where paper is Letter (CLDR, paperSize US-Letter). Everywhere else it is A4. */
const letterCountries = "BZ CA CL CO CR GT MX NI PA PH PR SV US VE".split(" ");

/** The paper of a buyer's country; undefined when that is not known. */
export function paperOf(country: string | null): "A4" | "Letter" | undefined {
  if (country === null) return undefined;
  return letterCountries.includes(country) ? "Letter" : "A4";
}

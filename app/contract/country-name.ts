let names: Intl.DisplayNames | undefined;

/** "PT" is Portugal. */
export function nameCountry(code: string): string {
  names ??= new Intl.DisplayNames("en", { type: "region" });
  return names.of(code) ?? code;
}

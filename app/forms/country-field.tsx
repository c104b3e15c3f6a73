import type { ComponentProps } from "react";
import { nameCountry } from "#app/contract/country-name.ts";
import { Select } from "#app/ui/field.tsx";

type CountryFieldProps = Omit<ComponentProps<typeof Select>, "children"> & { codes: readonly string[] };

/** A choice of countries by their names; their two letters are the values. */
export function CountryField({ codes, ...select }: CountryFieldProps) {
  const sorted = codes
    .map((code) => ({ code, name: nameCountry(code) }))
    .sort((one, other) => one.name.localeCompare(other.name, "en"));
  return (
    <Select autoComplete="country" {...select}>
      <option value="">None</option>
      {sorted.map(({ code, name }) => (
        // Browsers and the server may know a country by different names.
        <option key={code} value={code} suppressHydrationWarning>
          {name}
        </option>
      ))}
    </Select>
  );
}

import { z } from "zod";

/** A country by its two letters (ISO 3166-1 alpha-2). */
export const country = z
  .string()
  .regex(/^[A-Z]{2}$/, { error: "Please write a country's two letters, such as PT", abort: true })
  .refine(isCountry, "There is no such country");

/** Made once, and not before it is needed: to make one takes longer than to check a whole trim. */
let names: Intl.DisplayNames | undefined;

function isCountry(code: string): boolean {
  names ??= new Intl.DisplayNames("en", { type: "region", fallback: "none" });
  return names.of(code) !== undefined;
}

export type FlatValue = string | number | boolean | null;

/**
 * A record's fields one by one, as forms and problems name them: `colour.name` is the field `name` of `colour`. A list
 * is one value, separated by commas. Nulls, undefined values and empty lists are left out.
 */
export function flatFields(record: object): Map<string, FlatValue> {
  const flat = new Map<string, FlatValue>();
  for (const [name, value] of Object.entries(record)) {
    if (Array.isArray(value)) {
      if (value.length > 0) flat.set(name, value.map(toText).join(", "));
    } else if (typeof value === "object" && value !== null) {
      for (const [inner, part] of flatFields(value)) flat.set(`${name}.${inner}`, part);
    } else if (value !== undefined && value !== null) {
      flat.set(name, value);
    }
  }
  return flat;
}

/** The fields in which two states of a record differ, with both values; null means nothing. */
export function differences(before: object, after: object): { field: string; before: FlatValue; after: FlatValue }[] {
  const [had, has] = [flatFields(before), flatFields(after)];
  return [...new Set([...had.keys(), ...has.keys()])]
    .map((field) => ({ field, before: had.get(field) ?? null, after: has.get(field) ?? null }))
    .filter((change) => change.before !== change.after);
}

function toText(item: unknown): string {
  return typeof item === "object" && item !== null ? [...flatFields(item).values()].join(" ") : String(item);
}

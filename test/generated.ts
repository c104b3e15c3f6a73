import fc from "fast-check";

/** A JSON schema, as far as the document of the API uses it. */
export type Schema = {
  type?: string | string[];
  format?: string;
  pattern?: string;
  enum?: unknown[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  multipleOf?: number;
  items?: Schema;
  maxItems?: number;
};

/** Values that a field of this name is likely to mean, such as the ids of real trims. */
export type Likely = Record<string, readonly unknown[]>;

const LONG = 300;
const INT = 2 ** 31;

/** What breaks programs: ends of ranges, half characters, wrong types, unusual notations. */
const hostileTexts = [
  ...[
    "",
    " ",
    "\0",
    "a\0b",
    "\ud800",
    "\udfff!",
    "\ufeff",
    "\u202e",
    "%00",
    "%",
    "%ed%a0%80",
    "..",
    "../../etc/passwd",
  ],
  ...[
    "'",
    '"',
    "\\",
    "--",
    "';--",
    "$1",

    "{{1}}",
    "<script>",
    "\r\n",
    "\t",
    "null",
    "undefined",
    "NaN",
    "true",
  ],
  ...["__proto__", "constructor", "toString", "[object Object]", "1e309", "-1", "0x10", "2147483648", "9".repeat(25)],
  ...["𝔘𝔫𝔦", "ﬁ", "İ", "ß", "é", "👩‍👩‍👧", "& | ! ( ) <-> :*", "a:*", "x".repeat(1500)],
];
const hostileValues = [
  ...[null, true, false, 0, -0, -1, 1.5, INT, -INT - 1, INT - 1, 2 ** 53, 1e308, -1e308, 1e21],
  ...[[], {}, [[]], ["a"], { a: 1 }, [null], { length: 3 }],
];

const hostileText = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...hostileTexts) },
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.string({ unit: "grapheme", maxLength: LONG }),
);
export const hostile = {
  text: hostileText,
  value: fc.oneof(fc.constantFrom<unknown>(...hostileValues), hostileText),
  body: fc.oneof(
    fc.json(),
    fc.constantFrom("", "null", "[]", "{", '{"a":', "[".repeat(200), '{"a":1,"a":2}', '{"\\u0000":1}', '"\\ud800"'),
  ),
};

/** A value as `schema` asks for; where `likely` knows the name, mostly one of those. */
export function fitting(schema: Schema, likely: Likely, name = ""): fc.Arbitrary<unknown> {
  const known = likely[name];
  if (known) return fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...known) }, fitting(schema, {}, name));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => fitting(one, likely, name)));
  if (schema.type === "object") return object(schema, likely);
  if (schema.type === "integer") return fc.integer({ min: schema.minimum ?? -INT, max: schema.maximum ?? INT });
  if (schema.type === "number") return number(schema);
  if (schema.type === "null") return fc.constant(null);
  if (schema.type === "array" && schema.items) {
    return fc.array(fitting(schema.items, likely, name), { maxLength: schema.maxItems ?? 10 });
  }
  if (Array.isArray(schema.type)) {
    return fc.oneof(...schema.type.map((type) => fitting({ ...schema, type }, likely, name)));
  }
  if (schema.format === "uuid") return fc.uuid();
  return text(schema);
}

function object({ properties = {}, required = [] }: Schema, likely: Likely): fc.Arbitrary<object> {
  const fields = Object.entries(properties).map(([name, one]) => [name, fitting(one, likely, name)] as const);
  return someOf(Object.fromEntries(fields), required);
}

/**
 * A record of these fields: the required ones, and any of the others, half the time two at most. With thirty that are
 * each likely to be refused, hardly a request would get further.
 */
export function someOf(
  fields: Record<string, fc.Arbitrary<unknown>>,
  required: readonly string[],
): fc.Arbitrary<Record<string, unknown>> {
  const others = Object.keys(fields).filter((name) => !required.includes(name));
  const few = fc.subarray(others, { maxLength: Math.min(2, others.length) });
  return fc.oneof(few, fc.subarray(others)).chain((chosen) => {
    const value = Object.entries(fields).filter(([name]) => required.includes(name) || chosen.includes(name));
    return fc.record(Object.fromEntries(value));
  });
}

function number({ multipleOf, minimum, exclusiveMinimum, maximum }: Schema): fc.Arbitrary<number> {
  if (!multipleOf) return fc.double({ noNaN: true });
  const [least, most] = [minimum ?? (exclusiveMinimum ?? -INT) + multipleOf, maximum ?? INT];
  const steps = fc.integer({ min: Math.ceil(least / multipleOf), max: Math.floor(most / multipleOf) });
  return steps.map((step) => Number((step * multipleOf).toFixed(6)));
}

function text({ pattern, minLength = 0, maxLength = LONG }: Schema): fc.Arbitrary<string> {
  const plain = fc.string({ unit: "grapheme", minLength, maxLength: Math.min(maxLength, LONG) });
  // Patterns with flags are written as /…/iu, which no JSON schema means.
  if (!pattern?.startsWith("^") || !pattern.endsWith("$")) return plain;
  // Lookaheads only narrow a pattern down, and are not generated: what they refuse is left out afterwards.
  const whole = new RegExp(pattern);
  const wider = new RegExp(pattern.replaceAll(/\(\?[=!][^()]*\)/g, ""));
  return fc.stringMatching(wider, { size: "small" }).filter((made) => whole.test(made));
}

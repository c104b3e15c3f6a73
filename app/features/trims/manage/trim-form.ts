import { z } from "zod";
import { differences, flatFields } from "#app/contract/flat-fields.ts";
import { line } from "#app/contract/line.ts";
import { writeUnitPrice } from "#app/contract/money.ts";
import { readDecimal } from "#app/contract/numbers.ts";
import { manyLines } from "#app/contract/one-line.ts";
import { priceInput } from "#app/contract/price.ts";
import { pieces, stock, stockChange } from "#app/contract/quantity.ts";
import { cleanLine, cleanText } from "#app/contract/text.ts";
import { type trimChange, trimInput } from "#app/features/trims/changes.contract.ts";
import type { Trim } from "#app/features/trims/contract.ts";
import { type FactPath, factInputs, factPaths } from "#app/features/trims/fact-words.ts";
import { type Facts, factShape, pickFacts, unknownFacts } from "#app/features/trims/facts.contract.ts";
import { swatches } from "#app/features/trims/facts.ts";
import type { Figure } from "#app/features/trims/list/listed-trim.ts";
import { typedAs } from "#app/forms/form-schema.ts";
import { type BreakField, breakFields, checkBreaks, readBreaks, typedBreaks } from "./breaks-form.ts";

const required = (message: string) => z.string().overwrite(cleanText).min(1, message);

const noneOr = <None>(none: None) => z.literal("").transform(() => none);

const about = {
  name: required("Item name is required").pipe(trimInput.shape.name),
  price: required("Unit price is required").pipe(typedAs(priceInput)),
  moq: required("Minimum order quantity is required").pipe(typedAs(pieces)),
  description: required("Item description is required").max(2000, "At most 2000 characters"),
  img: required("Item image URL is required").pipe(typedAs(trimInput.shape.img)),
  alt: manyLines(300),
  line: typedAs(z.union([noneOr(null), line])),
  lowStockAt: typedAs(z.union([noneOr(null), stock], "Please write a whole number of pieces")),
};

/** Facts as `readFact` returns them; a fact with no known part is unknown. */
const typedFacts = z.custom<Facts>().transform((typed, context): Facts => {
  const known = Object.entries(typed).map(([fact, value]) => [fact, flatFields({ fact: value }).size ? value : null]);
  const { colour } = typed;
  const swatch = colour?.name && !colour.hex && { colour: { ...colour, hex: swatches[colour.name] } };
  const parsed = z.object(factShape).safeParse({ ...Object.fromEntries(known), ...swatch });
  if (parsed.success) return parsed.data;
  for (const { path, message } of parsed.error.issues)
    context.issues.push({ code: "custom", path, message, input: typed });
  return z.NEVER;
});

/** The input for a new trim. */
export const newTrim = z
  .object({
    ...about,
    priceBreaks: typedBreaks,
    quantity: required("Current stock quantity is required").pipe(typedAs(stock)),
  })
  .superRefine(checkBreaks)
  .and(typedFacts);

/** The input that moves an existing trim's stock, which is never overwritten. */
export const typedRestock = z.object({
  restock: typedAs(stockChange),
  why: manyLines(200),
});

/** The input for an existing trim. */
export const changedTrim = z
  .object({ ...about, priceBreaks: typedBreaks })
  .superRefine(checkBreaks)
  .and(typedFacts);

export type TrimField = keyof typeof about | FactPath | BreakField;

/** The fields of both forms, for placing the API's errors. */
export const trimFields: readonly TrimField[] = [...z.object(about).keyof().options, ...factPaths, ...breakFields];

/** How to read an input's value: text unchanged, for its schema; a fact in the contract's form, null when empty. */
export function readInput(name: string): { setValueAs?: (typed: unknown) => unknown } {
  const fact = factPaths.find((path) => path === name);
  return fact ? { setValueAs: (typed) => readFact(fact, typed) } : {};
}

function readFact(path: FactPath, typed: unknown): unknown {
  if (typeof typed !== "string") return typed;
  const text = cleanText(typed);
  if (text === "") return null;
  if (!factInputs[path].number) return text;
  const read = readDecimal(text);
  return "number" in read ? Number(read.number) : Number.NaN;
}

/** A new row of breaks is judged as soon as it is there; its errors wait until somebody has been in the field. */
export function shownError(
  name: string,
  { isTouched, error }: { isTouched: boolean; error?: { message?: string | undefined } | undefined },
  { isSubmitted }: { isSubmitted: boolean },
): string | undefined {
  return isSubmitted || isTouched || !name.startsWith("priceBreaks.") ? error?.message : undefined;
}

export const emptyTrim: z.input<typeof newTrim> = {
  name: "",
  price: "",
  moq: "",
  description: "",
  quantity: "",
  img: "",
  alt: "",
  line: "",
  priceBreaks: [],
  lowStockAt: "",
  ...unknownFacts,
};

/** An existing trim as form values; its low mark is filled in once known. */
export function toFormValues(trim: Trim): z.input<typeof changedTrim> {
  const { name, description, img, alt } = trim;
  const about = { name, description, img, alt, price: writeUnitPrice(trim.price), moq: String(trim.moq) };
  const priceBreaks = trim.priceBreaks.map(({ from, price }) => ({
    from: String(from),
    price: writeUnitPrice(price),
  }));
  return { ...about, ...pickFacts(trim), priceBreaks, line: trim.line ?? "", lowStockAt: "" };
}

/** Only the changes to the trim, for the API; undefined when there are none. The trim's low mark is null or unknown. */
export function findChanges(
  trim: Trim & { lowStockAt?: number | null | undefined },
  typed: z.output<typeof changedTrim>,
): z.input<typeof trimChange> | undefined {
  const before = { ...trim, price: plainPrice(trim.price), priceBreaks: plainBreaks(trim.priceBreaks) };
  const next = { ...typed, price: plainPrice(typed.price), priceBreaks: plainBreaks(typed.priceBreaks) };
  const changed = new Set(differences(before, next).map(({ field }) => field.split(".")[0]));
  const change = Object.fromEntries(Object.entries(next).filter(([field]) => changed.has(field)));
  return Object.keys(change).length > 0 ? change : undefined;
}

/** The trim as its card would show it now, apart from figures that are not known yet. */
export function toPreview(typed: Omit<z.input<typeof newTrim>, "description">, img: string): Trim {
  const moq = readCount(typed.moq) || 1;
  return {
    _id: "preview",
    name: cleanLine(typed.name) || "Item name",
    price: priceInput.safeParse(typed.price).data ?? "0",
    description: "",
    moq,
    // Until a stock is typed, the card shows no shortage.
    quantity: stock.safeParse(typed.quantity).data ?? moq,
    // Never make the browser load what the shop would refuse.
    img: trimInput.shape.img.safeParse(img).data ?? "",
    alt: "",
    line: line.safeParse(typed.line).data ?? null,
    number: 0,
    priceBreaks: readBreaks(typed.priceBreaks),
    ...unknownFacts,
  };
}

/** The figures that the preview cannot show yet: nothing is typed, or nothing that can be read. */
export function findUnknown(typed: Pick<z.input<typeof newTrim>, Figure>): Set<Figure> {
  const schemas = { price: priceInput, moq: pieces, quantity: stock };
  const figures = ["price", "moq", "quantity"] as const;
  return new Set(figures.filter((figure) => !schemas[figure].safeParse(typed[figure]).success));
}

/** Shown beside the form: nobody could order this. */
export function minimumWarning(moq: string, available: number): string | undefined {
  return readCount(moq) > available
    ? "The minimum order is above the stock, so buyers cannot order this item yet."
    : undefined;
}

/** The typed count; 0 while it is not a number. */
export function readCount(typed: string): number {
  return stock.safeParse(typed).data ?? 0;
}

/** "0.0620" is 0.062. */
function plainPrice(text: string): string {
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}

function plainBreaks(breaks: Trim["priceBreaks"]): Trim["priceBreaks"] {
  return breaks.map(({ from, price }) => ({ from, price: plainPrice(price) }));
}

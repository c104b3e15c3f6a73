import { z } from "zod";
import { line } from "#app/contract/line.ts";
import { price, priceInput } from "#app/contract/price.ts";
import { pieces, stock, stockChange } from "#app/contract/quantity.ts";
import { typedAs } from "#app/forms/form-schema.ts";
import { type Trim, type trimChange, trimInput } from "./contract.ts";

const required = (message: string) => z.string().trim().min(1, message);

const about = {
  name: required("Item name is required").pipe(trimInput.shape.name),
  price: required("Unit price is required").pipe(typedAs(priceInput)),
  moq: required("Minimum order quantity is required").pipe(typedAs(pieces)),
  description: required("Item description is required").max(2000, "At most 2000 characters"),
  img: required("Item image URL is required").pipe(typedAs(trimInput.shape.img)),
  alt: z.string().trim().max(300, "At most 300 characters"),
  line: typedAs(z.union([z.literal("").transform(() => null), line])),
};

/** What an admin types for a new trim. */
export const newTrim = z.object({
  ...about,
  quantity: required("Current stock quantity is required").pipe(typedAs(stock)),
});

/** What an admin types for a trim that exists; its stock moves, it is not overwritten. */
export const changedTrim = z.object({
  ...about,
  restock: typedAs(
    z.union([z.literal("").transform(() => undefined), stockChange], "Please write a whole number of pieces"),
  ),
  why: z.string().trim().max(200, "At most 200 characters"),
});

export const emptyTrim: z.input<typeof newTrim> = {
  name: "",
  price: "",
  moq: "",
  description: "",
  quantity: "",
  img: "",
  alt: "",
  line: "",
};

/** An existing trim as the form shows it. */
export function toFormValues(trim: Trim): z.input<typeof changedTrim> {
  const { name, description, img, alt } = trim;
  const about = { name, description, img, alt, price: plainPrice(trim.price), moq: String(trim.moq) };
  return { ...about, line: trim.line ?? "", restock: "", why: "" };
}

/** Only what differs from the trim, for the API; undefined when nothing does. */
export function findChanges(
  trim: Trim,
  { restock, why, ...typed }: z.output<typeof changedTrim>,
): z.input<typeof trimChange> | undefined {
  const before = { ...trim, price: plainPrice(trim.price) };
  const next = { ...typed, price: plainPrice(typed.price) };
  const changed = Object.fromEntries(
    Object.entries(next).filter(([field, value]) => before[field as keyof typeof next] !== value),
  );
  const moved = restock === undefined ? {} : { restock, ...(why && { why }) };
  const change = { ...changed, ...moved };
  return Object.keys(change).length > 0 ? change : undefined;
}

/** The trim as its card would show it now; what is not yet understood counts as nothing. */
export function toPreview(typed: Omit<z.input<typeof newTrim>, "description">, img: string): Trim {
  const moq = readCount(typed.moq) || 1;
  return {
    _id: "preview",
    name: typed.name.trim() || "Item name",
    price: price.safeParse(typed.price.trim()).data ?? "0",
    description: "",
    moq,
    // Before a stock is typed, the card shows no shortage.
    quantity: typed.quantity.trim() === "" ? moq : readCount(typed.quantity),
    // A browser is asked to load nothing that the shop would refuse.
    img: trimInput.shape.img.safeParse(img).data ?? "",
    alt: "",
    line: line.safeParse(typed.line).data ?? null,
    number: 0,
  };
}

/** Said beside the form: nobody could order this. */
export function minimumWarning(moq: string, available: number): string | undefined {
  return readCount(moq) > available
    ? "The minimum order is above the stock, so buyers cannot order this item yet."
    : undefined;
}

/** A count as typed; 0 while it is none. */
export function readCount(typed: string): number {
  return stock.safeParse(typed.trim()).data ?? 0;
}

/** "0.0620" is 0.062. */
function plainPrice(text: string): string {
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}

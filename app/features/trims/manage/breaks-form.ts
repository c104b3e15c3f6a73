import { z } from "zod";
import { comparePrices, formatPieces, formatTotal } from "#app/contract/money.ts";
import { MAX_BREAKS, type PriceBreak, price, priceBreak, priceInput } from "#app/contract/price.ts";
import { pieces } from "#app/contract/quantity.ts";
import { cleanLine } from "#app/contract/text.ts";
import { faultsOfBreaks, type Prices, totalLine } from "#app/features/trims/rules.ts";
import { typedAs } from "#app/forms/form-schema.ts";

/** What an admin typed that decides a trim's prices. */
export type TypedPrices = { moq: string; price: string; priceBreaks: readonly TypedBreak[] };
type TypedBreak = { from: string; price: string };

const typed = z.string().overwrite(cleanLine);

/** The rows of the editor. */
export const typedBreaks = z.array(
  z.object({
    from: typed.min(1, "Pieces are required").pipe(typedAs(pieces)),
    price: typed.min(1, "Price is required").pipe(typedAs(priceInput)),
  }),
);

export type BreakField = `priceBreaks.${number}.${keyof TypedBreak}`;

/** Every field that an editor of breaks can have. */
export const breakFields = Array.from({ length: MAX_BREAKS }, (_, at): BreakField[] => [
  `priceBreaks.${at}.from`,
  `priceBreaks.${at}.price`,
]).flat();

const readable = z.object({ moq: z.int(), price, priceBreaks: z.array(priceBreak) });

/**
 * For a form's schema: reports breaks whose prices do not fall, each at its field. Unreadable values already have an
 * error.
 */
export function checkBreaks(trim: Prices & { moq: number }, context: z.core.$RefinementCtx): void {
  if (!readable.safeParse(trim).success) return;
  for (const { field, message } of faultsOfBreaks(trim)) {
    const path = field.split(".").map((part) => (/^\d+$/.test(part) ? Number(part) : part));
    context.addIssue({ code: "custom", path, message });
  }
}

/** The rows that can be read so far. */
export function readBreaks(rows: readonly TypedBreak[]): PriceBreak[] {
  return rows.flatMap((row) => typedBreaks.element.safeParse(row).data ?? []);
}

/**
 * Shown beside a row: how much lower its price is than the one before, and what such an order costs. Empty until both
 * can be read.
 */
export function describeSaving({ moq, price: first, priceBreaks }: TypedPrices, at: number): string | undefined {
  const [step] = readBreaks(priceBreaks.slice(at, at + 1));
  const before = priceInput.safeParse(at === 0 ? first : priceBreaks[at - 1]?.price).data;
  if (!step || !before || !moq || comparePrices(step.price, before) >= 0) return undefined;
  const less = (1 - Number(step.price) / Number(before)) * 100;
  return `${less.toFixed(1)}% less. An order of ${formatPieces(step.from)} costs ${formatTotal(totalLine(step.price, step.from).total)}.`;
}

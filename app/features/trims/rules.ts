import { comparePrices, roundToCents, totalPrice } from "#app/contract/money.ts";
import type { PriceBreak } from "#app/contract/price.ts";

/**
 * What the price of a trim depends on: its own price applies from the minimum on, each break from its own quantity on.
 */
export type Prices = { price: string; priceBreaks: readonly PriceBreak[] };

export type Quote = {
  /** Dollars per piece at this quantity. */
  unitPrice: string;
  /** The exact total, with four places, as the order stores it. */
  total: string;
  /** The total in cents, rounded half up: what is shown, summed and invoiced. */
  rounded: string;
  /** The next break: from which quantity on, how many more pieces that is, and what each then costs. */
  next: { from: number; more: number; price: string } | undefined;
};

/**
 * What this many `pieces` of a trim cost, for page and server alike.
 */
export function quotePrice({ price, priceBreaks }: Prices, pieces: number): Quote {
  const unitPrice = priceBreaks.findLast(({ from }) => from <= pieces)?.price ?? price;
  const ahead = priceBreaks.find(({ from }) => from > pieces);
  return {
    unitPrice,
    ...totalLine(unitPrice, pieces),
    next: ahead && { ...ahead, more: ahead.from - pieces },
  };
}

/** The total of one line, exact and rounded half up to cents. */
export function totalLine(unitPrice: string, pieces: number): { total: string; rounded: string } {
  const total = totalPrice(unitPrice, pieces);
  return { total, rounded: roundToCents(total) };
}

/** The lowest price per piece, which a list shows as "from"; undefined for a trim with one price only. */
export function lowestPrice({ priceBreaks }: Prices): string | undefined {
  return priceBreaks.at(-1)?.price;
}

type Fault = { field: `priceBreaks.${number}.${"from" | "price"}`; message: string };

/**
 * Why these breaks are refused, each at its field; empty if they are valid. Each must start above the one before it and
 * cost less; the minimum and the trim's own price come before the first.
 */
export function faultsOfBreaks({ moq, price, priceBreaks }: Prices & { moq: number }): Fault[] {
  return priceBreaks.flatMap((step, at): Fault[] => {
    const before = priceBreaks[at - 1] ?? { from: moq, price };
    const name = at === 0 ? "the minimum order" : "the break before it";
    const faults: Fault[] = [];
    if (step.from <= before.from) {
      faults.push({ field: `priceBreaks.${at}.from`, message: `Please write more pieces than ${name} has` });
    }
    if (comparePrices(step.price, before.price) >= 0) {
      faults.push({ field: `priceBreaks.${at}.price`, message: `Please write a lower price than ${name} has` });
    }
    return faults;
  });
}

import { comparePrices, totalPrice } from "#app/contract/money.ts";

type Change = { column: string; before: string; after: string };

/** What to say of a price that moves by more than half, most likely a slip; undefined for any other change. */
export function describeFarPrice({ column, before, after }: Change): string | undefined {
  if (!column.startsWith("price") || before === "" || after === "") return undefined;
  const twice = totalPrice(after, 2);
  if (comparePrices(twice, before) >= 0 && comparePrices(twice, totalPrice(before, 3)) <= 0) return undefined;
  if (Number(before) === 0) return "It cost nothing before";
  const times = Number(after) / Number(before);
  if (times >= 1)
    return times >= 2 ? `${round(times)} times the old price` : `Up by ${Math.round((times - 1) * 100)} %`;
  return `Down by ${Math.round((1 - times) * 100)} %`;
}

const round = (times: number) => Number(times.toPrecision(times < 10 ? 2 : 3));

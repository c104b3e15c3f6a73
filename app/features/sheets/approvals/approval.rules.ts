import { comparePrices, formatPieces, formatTotal, formatUnitPrice, totalPrice } from "#app/contract/money.ts";
import type { Approval } from "#app/features/sheets/approvals.contract.ts";

/** What has changed of lines since they were asked for, in words; lines of which nothing has are left out. */
export function findDifferences(
  lines: readonly Pick<
    Approval["lines"][number],
    "trimId" | "name" | "orderQuantity" | "unitPrice" | "unitPriceNow" | "available" | "fault"
  >[],
): { trimId: string; name: string; words: string }[] {
  return lines.flatMap(({ trimId, name, orderQuantity, unitPrice, unitPriceNow, available, fault }) => {
    const words: string[] = [];
    if (unitPriceNow === null) words.push("no longer in the catalogue");
    else {
      const change = comparePrices(unitPriceNow, unitPrice);
      if (change !== 0) {
        const now = totalPrice(unitPriceNow, orderQuantity);
        const then = totalPrice(unitPrice, orderQuantity);
        words.push(
          `${formatUnitPrice(unitPrice)} is now ${formatUnitPrice(unitPriceNow)}: ${formatTotal(then)} becomes ${formatTotal(now)}`,
        );
      }
      if (available < orderQuantity)
        words.push(`${formatPieces(available)} left, ${formatPieces(orderQuantity - available)} short`);
      else if (fault) words.push(fault);
    }
    return words.length > 0 ? [{ trimId, name, words: words.join("; ") }] : [];
  });
}

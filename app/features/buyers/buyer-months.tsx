import { formatDollars, formatPieces, formatTotal } from "#app/contract/money.ts";
import { BarChart, ChartOrTable } from "#app/ui/chart.tsx";
import { monthName } from "#app/ui/moment-words.ts";
import { PlainTable } from "#app/ui/plain-table.tsx";
import type { BuyerPage } from "./contract.ts";
import { shortenDollars } from "./year.rules.ts";

/** A buyer's twelve months, each bar with its sum. */
export function BuyerMonths({ months }: { months: BuyerPage["months"] }) {
  const values = months.map(({ value }) => Number(value));
  const most = Math.max(...values, 1);
  const said = months.map(({ month, value }) => `${monthName(month)} ${formatDollars(value)}`).join(", ");
  const nameMonth = (month: string) => `${monthName(month)} ${month.slice(0, 4)}`;
  const best = values.indexOf(Math.max(...values));
  return (
    <ChartOrTable
      title="Month by month"
      chart={
        <BarChart
          size="months"
          label={`Value of orders by month: ${said}.`}
          bars={months.map(({ month }, at) => ({
            key: month,
            // Leaves room for the words above.
            height: (0.9 * (values[at] ?? 0)) / most,
            isRunning: at === months.length - 1,
          }))}
          places={months.map(({ month }, at) => ({ at: (at + 0.5) / months.length, text: monthName(month) }))}
          calls={months.map(({ value }, bar) => ({
            bar,
            text: shortenDollars(value),
            minor: bar !== best && bar !== months.length - 1,
          }))}
        />
      }
      table={
        <PlainTable
          isLong
          caption="Orders by month"
          heads={[
            { text: "Month" },
            { text: "Orders", align: "right" },
            { text: "Pieces", align: "right" },
            { text: "Value", align: "right" },
          ]}
          rows={months.toReversed().map(({ month, orders, pieces, value }) => ({
            key: month,
            cells: [nameMonth(month), formatPieces(orders), formatPieces(pieces), formatTotal(value)],
          }))}
        />
      }
    />
  );
}

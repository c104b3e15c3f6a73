import { lineKeys, lines } from "#app/content/lines.ts";
import type { Line } from "#app/contract/line.ts";
import { addTotals, formatDollars, formatPieces, formatTotal } from "#app/contract/money.ts";
import { AsOf } from "#app/features/orders/sums/as-of.tsx";
import { BarChart, ChartOrTable, Panel } from "#app/ui/chart.tsx";
import { ShopDay } from "#app/ui/moment.tsx";
import { monthName, shortDay } from "#app/ui/moment-words.ts";
import { Part } from "#app/ui/part.tsx";
import { PlainTable } from "#app/ui/plain-table.tsx";
import textStyles from "#app/ui/text.module.css";
import type { Sales } from "./contract.ts";
import { compareWeeks, findMonths, findScale, soldOf } from "./sales.rules.ts";
import styles from "./sales-part.module.css";

type Weeks = Sales["weeks"];
type SalesProps = { weeks: Weeks; asOf: string | null };

const TITLE = "Sales of twelve months";

/** Twelve months of sales, week by week: all of them, then each line on one scale. */
export function SalesPart({ weeks, asOf }: SalesProps) {
  const orders = weeks.reduce((sum, week) => sum + week.orders, 0);
  if (orders === 0) {
    return (
      <Part title={TITLE}>
        <Panel>
          <p className={textStyles.soft}>Nothing was sold yet.</p>
        </Panel>
      </Part>
    );
  }
  const { last, change } = compareWeeks(weeks.map(({ value }) => value));
  return (
    <ChartOrTable title={TITLE} chart={<SalesCharts weeks={weeks} />} table={<SalesTable weeks={weeks} />}>
      <p className={styles.sum}>
        <b className={styles.figure}>{formatTotal(addTotals(weeks.map(({ value }) => value)))}</b>{" "}
        <span className={styles.about}>
          {formatPieces(orders)} {orders === 1 ? "order" : "orders"}. Last four full weeks {formatDollars(last)}
          {change && `, ${change} ${change === "as much" ? "as" : "on"} the four before`}
          {asOf && (
            <>
              , <AsOf at={asOf} />
            </>
          )}
          .
        </span>
      </p>
    </ChartOrTable>
  );
}

/** The lines that sold something, the best first; null stands for trims without a line. */
function listLines(weeks: Weeks): { line: Line | null; name: string; sum: string }[] {
  return [...lineKeys, null]
    .map((line) => ({
      line,
      name: line ? lines[line].name : "Without a line",
      sum: addTotals(weeks.map((week) => soldOf(week, line))),
    }))
    .filter(({ line, sum }) => line !== null || Number(sum) > 0)
    .toSorted((a, b) => Number(b.sum) - Number(a.sum));
}

function SalesCharts({ weeks }: { weeks: Weeks }) {
  const shown = listLines(weeks);
  const values = weeks.map(({ value }) => Number(value));
  const best = values.indexOf(Math.max(...values));
  const running = values.length - 1;
  const scale = findScale(values[best] ?? 0);
  const lineScale = findScale(
    Math.max(...shown.flatMap(({ line }) => weeks.map((week) => Number(soldOf(week, line))))),
  );
  const nameWeek = (at: number) => shortDay(weeks[at]?.week ?? "");
  const calls = [
    { bar: best, text: `${formatDollars(weeks[best]?.value ?? "0")}, week of ${nameWeek(best)}` },
    { bar: running, text: `${formatDollars(weeks[running]?.value ?? "0")} this week so far`, minor: true },
  ].filter(({ bar }, at) => at === 0 || (bar !== best && Math.abs(bar - best) > values.length / 2.5));
  return (
    <>
      <BarChart
        label={`Sales of every week from ${nameWeek(0)} to today. The best was the week of ${nameWeek(best)} with ${formatDollars(weeks[best]?.value ?? "0")}. The table has every figure.`}
        bars={toBars(weeks, (week) => week.value, scale)}
        heights={[1, 2, 3, 4].map((quarter) => ({
          at: quarter / 4,
          text: formatDollars(String((scale * quarter) / 4)),
        }))}
        places={findMonths(weeks).map(({ at, month }) => ({ at, text: monthName(month) }))}
        calls={calls}
      />
      <p className={styles.scale}>
        All lines on one scale, {formatDollars(String(lineScale))} a week at full height. Beside each sum: the last four
        full weeks against the four before.
      </p>
      <ul className={styles.multiples}>
        {shown.map(({ line, name, sum }) => {
          const { last, change } = compareWeeks(weeks.map((week) => soldOf(week, line)));
          return (
            <li key={name}>
              <p className={textStyles.label}>{name}</p>
              <p>
                <b className={styles.lineSum}>{formatDollars(sum)}</b> <span className={styles.about}>{change}</span>
              </p>
              <BarChart
                size="small"
                label={`${name}, week by week: ${formatDollars(sum)} in twelve months, ${formatDollars(last)} in the last four full weeks.`}
                bars={toBars(weeks, (week) => soldOf(week, line), lineScale)}
              />
            </li>
          );
        })}
      </ul>
    </>
  );
}

function toBars(weeks: Weeks, read: (week: Weeks[number]) => string, scale: number) {
  return weeks.map((week, at) => ({
    key: week.week,
    height: Number(read(week)) / scale,
    isRunning: at === weeks.length - 1,
  }));
}

function SalesTable({ weeks }: { weeks: Weeks }) {
  const shown = listLines(weeks);
  return (
    <PlainTable
      isLong
      caption="Sales by week and product line, in US dollars"
      heads={[
        { text: "Week of" },
        { text: "Total", align: "right" },
        { text: "Orders", align: "right" },
        ...shown.map(({ name }) => ({ text: name, align: "right" as const })),
      ]}
      rows={weeks.toReversed().map((week, at) => ({
        key: week.week,
        cells: [
          <>
            <ShopDay on={week.week} />
            {at === 0 && <span className={textStyles.soft}> so far</span>}
          </>,
          <b key="total">{formatTotal(week.value)}</b>,
          formatPieces(week.orders),
          ...shown.map(({ line }) => formatTotal(soldOf(week, line))),
        ],
      }))}
    />
  );
}

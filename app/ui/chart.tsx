import { type CSSProperties, type ReactNode, useId, useState } from "react";
import { Button } from "./button.tsx";
import styles from "./chart.module.css";
import { joinClasses } from "./join-classes.ts";
import { Part } from "./part.tsx";

/** One bar: how high it is, from 0 to 1, and whether its time is not over yet. */
type Bar = { key: string; height: number; isRunning?: boolean };

type ChartProps = {
  /** The chart in a sentence, for those who do not see it. */
  label: string;
  bars: readonly Bar[];
  /** The words on the axis, each at its height. */
  heights?: readonly { at: number; text: string }[];
  /** The words below, each at its place from left to right, from 0 to 1. */
  places?: readonly { at: number; text: string }[];
  /** The words at single bars. A `minor` one gives way on a phone. */
  calls?: readonly { bar: number; text: string; minor?: boolean }[];
  /** `small` has neither axis nor words. */
  size?: "small" | "months";
};

/** Bars in one colour on one scale. The drawing stretches, the words do not. */
export function BarChart({ label, bars, heights = [], places = [], calls = [], size }: ChartProps) {
  const width = 100 / bars.length;
  return (
    <div className={styles.chart} data-size={size} role="img" aria-label={label}>
      <div className={styles.plot}>
        {heights.map(({ at }) => (
          <span key={at} className={styles.line} style={{ bottom: `${at * 100}%` }} />
        ))}
        {heights.map(({ at, text }) => (
          <span key={text} className={styles.height} style={{ bottom: `${at * 100}%` }}>
            {text}
          </span>
        ))}
        <svg className={styles.bars} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          {bars.map(({ key, height, isRunning }, at) => (
            <rect
              key={key}
              x={(at + 0.14) * width}
              y={100 - height * 100}
              width={width * 0.72}
              height={height * 100}
              data-running={isRunning || undefined}
            />
          ))}
        </svg>
        {calls.map(({ bar, text, minor }) => {
          const { left, height } = placeCall(bars, bar, size ? 0 : REACH);
          const place = { "--at": `${left}%`, bottom: `${height * 100}%` } as CSSProperties;
          return (
            <span key={bar} className={styles.call} data-minor={minor} style={place}>
              {text}
            </span>
          );
        })}
      </div>
      {places.length > 0 && (
        <div className={styles.places}>
          {places.map(({ at, text }) => (
            <span key={at} className={styles.place} style={{ left: `${at * 100}%` }}>
              {text}
            </span>
          ))}
        </div>
      )}
    </div>
  );
}

/** The share of the plot that the words of a call take, at most. */
const REACH = 0.26;

/** At the middle of its bar, and above every bar that its words may cover. */
function placeCall(bars: readonly Bar[], bar: number, reach: number): { left: number; height: number } {
  const middle = (bar + 0.5) / bars.length;
  const from = Math.min(Math.max(middle - reach / 2, 0), 1 - reach);
  const isBelow = (at: number) => (at + 1) / bars.length > from && at / bars.length < from + reach;
  const below = bars.filter((_, at) => at === bar || isBelow(at));
  return { left: middle * 100, height: Math.max(...below.map(({ height }) => height)) };
}

type ChartOrTableProps = { title: string; chart: ReactNode; table: ReactNode; children?: ReactNode };

/** A part with a chart; a button replaces it with a table of every figure. `children` are above either. */
export function ChartOrTable({ title, chart, table, children }: ChartOrTableProps) {
  const id = useId();
  const [isTable, setTable] = useState(false);
  return (
    <Part
      title={title}
      aside={
        <Button kind="text" size="small" aria-expanded={isTable} aria-controls={id} onClick={() => setTable(!isTable)}>
          {isTable ? "Show as chart" : "Show as table"}
        </Button>
      }
    >
      <Panel>
        {children}
        {!isTable && chart}
        <div id={id}>{isTable && table}</div>
      </Panel>
    </Part>
  );
}

/** A sheet for charts and short tables. */
export function Panel({ flush = false, children }: { flush?: boolean; children: ReactNode }) {
  return (
    <div className={styles.panel} data-flush={flush || undefined}>
      {children}
    </div>
  );
}

/** A figure as a share of the largest one beside it, from 0 to 1. */
export function ShareBar({ share, className }: { share: number; className?: string }) {
  return (
    <span className={joinClasses(styles.share, className)} aria-hidden="true">
      <span style={{ width: `${share * 100}%` }} />
    </span>
  );
}

type StripProps = {
  /** Where something happened, from 0 to 1. */
  at: readonly number[];
  /** The silence since the last of them is drawn as a dotted thread. */
  isStill?: boolean;
};

/** A year as a line of cloth, with a stitch wherever something happened. */
export function Strip({ at, isStill = false }: StripProps) {
  const last = Math.max(0, ...at) * 100;
  return (
    <svg className={styles.strip} viewBox="0 0 100 20" preserveAspectRatio="none" aria-hidden="true">
      <path className={styles.base} d={`M0 10H${isStill ? last : 100}`} />
      {isStill && <path className={styles.still} d={`M${last + 1} 10H100`} />}
      {at.map((place) => (
        <path key={place} className={styles.tick} d={`M${place * 100} 3V17`} />
      ))}
    </svg>
  );
}

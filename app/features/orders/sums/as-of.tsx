import { Hour, Moment } from "#app/ui/moment.tsx";

const HALF_A_DAY_MS = 12 * 60 * 60 * 1000;

/** As of when sums hold: "as of 17:06 CET", or with the day if that is long ago. Only in the browser. */
export function AsOf({ at }: { at: string }) {
  const isLongAgo = Date.now() - Date.parse(at) > HALF_A_DAY_MS;
  return <>as of {isLongAgo ? <Moment at={at} /> : <Hour at={at} />}</>;
}

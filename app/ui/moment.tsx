const form = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" });

/** A time by the reader's own clock: "20 Nov 2026, 17:06". Only for pages rendered in the browser. */
export function Moment({ at }: { at: string }) {
  return <time dateTime={at}>{form.format(new Date(at))}</time>;
}

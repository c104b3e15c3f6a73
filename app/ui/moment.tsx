const form = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" });

/** A time as the reader's own clock shows it: "20 Nov 2026, 17:06". For pages that are rendered in the browser only. */
export function Moment({ at }: { at: string }) {
  return <time dateTime={at}>{form.format(new Date(at))}</time>;
}

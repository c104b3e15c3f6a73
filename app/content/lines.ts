import type { Line } from "#app/contract/line.ts";

type LineWords = {
  /** The whole name, as on a filter. */
  name: string;
  /** The short form, woven into a hangtag. */
  short: string;
};

/** What the product lines are called. */
export const lines: Record<Line, LineWords> = {
  "labels-hangtags": { name: "Labels and hangtags", short: "Labels" },
  "belts-buckles": { name: "Belts and buckles", short: "Belts, buckles" },
  rivets: { name: "Rivets", short: "Metal rivets" },
  "zippers-pullers": { name: "Zippers and pullers", short: "Zippers" },
  buttons: { name: "Buttons", short: "Metal buttons" },
  threads: { name: "Threads", short: "Threads" },
};

/** The keys of `lines`, in their order. */
export const lineKeys = Object.keys(lines) as Line[];

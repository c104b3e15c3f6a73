import type { Line } from "#app/contract/line.ts";

/** What the product lines are called, everywhere: on chips, tags and pages. */
export const lines: Record<Line, { name: string }> = {
  "labels-hangtags": { name: "Labels and hangtags" },
  "belts-buckles": { name: "Belts and buckles" },
  rivets: { name: "Rivets" },
  "zippers-pullers": { name: "Zippers and pullers" },
  buttons: { name: "Buttons" },
  threads: { name: "Threads" },
};

/** The keys of `lines`, in their order. */
export const lineKeys = Object.keys(lines) as Line[];

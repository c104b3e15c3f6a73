import type { Line } from "#app/contract/line.ts";

export type Slide = {
  line: Line;
  name: string;
  words: string;
  /** How many buyer brands nominate the line. */
  brands: number;
  capacity: { about: number; unit: string };
  /** The banner, 2:1 and 1920 px wide; an `.avif` and two files of 1280 px are beside it. */
  banner: string;
  /** The picture of a trim for phones. */
  picture: string;
  alt: string;
  /** Where a cropped banner may begin: left of its subject, as a fraction of its width. */
  shownFrom: number;
};

/** The six slides; the figures come from marketing and stay unformatted. */
export const slides: readonly Slide[] = [
  {
    line: "labels-hangtags",
    name: "Labels and hangtags",
    words: "Woven, printed, debossed and strung. Small lettering that stays sharp after the wash.",
    brands: 17,
    capacity: { about: 100000, unit: "pcs per day" },
    banner: "/images/banners/hero-labels-hangtags.webp",
    picture: "/images/products/kraft-hangtag-50x90-brass-eyelet.webp",
    alt: "Kraft hangtags and woven labels with the words Rivet & Reed on indigo twill",
    shownFrom: 0.4,
  },
  {
    line: "belts-buckles",
    name: "PU leather belts and buckles",
    words: "Cut, edge-painted and stitched straight. Plating that does not mark a light shirt.",
    brands: 7,
    capacity: { about: 12000, unit: "per week" },
    banner: "/images/banners/hero-belts-buckles.webp",
    picture: "/images/products/pu-belt-cognac-roller-38.webp",
    alt: "A rolled cognac belt with cream stitching and a brass roller buckle",
    shownFrom: 0.43,
  },
  {
    line: "rivets",
    name: "Metal rivets",
    words: "Struck, plated and counted in our own works. Nickel free, and they stay on.",
    brands: 11,
    capacity: { about: 5000, unit: "per week" },
    banner: "/images/banners/hero-rivets.webp",
    picture: "/images/products/cross-slot-rivet-raw-copper-9.webp",
    alt: "Struck copper and brass rivets with their nails on raw indigo twill",
    shownFrom: 0.36,
  },
  {
    line: "zippers-pullers",
    name: "Metal zippers and pullers",
    words: "They run smoothly from the first pull. Tapes dyed to your shade, pullers struck to your drawing.",
    brands: 22,
    capacity: { about: 75000, unit: "per day" },
    banner: "/images/banners/hero-zippers-pullers.webp",
    picture: "/images/products/zip-5-brass-red-selvedge-17.webp",
    alt: "Half-open brass zippers with polished teeth on coloured tape",
    shownFrom: 0.44,
  },
  {
    line: "buttons",
    name: "Metal buttons (shank and snap)",
    words: "Relief that survives forty stone washes. Shanks and snaps tested to the pull you name.",
    brands: 21,
    capacity: { about: 55000, unit: "per week" },
    banner: "/images/banners/hero-buttons.webp",
    picture: "/images/products/shank-button-27l-antique-brass-text.webp",
    alt: "Antique brass jeans button with the raised ring text Rivet & Reed",
    shownFrom: 0.4,
  },
  {
    line: "threads",
    name: "Sewing threads",
    words: "Topstitch in old gold, corespun for the seams nobody sees. Cones that unwind evenly.",
    brands: 31,
    capacity: { about: 7000, unit: "per day" },
    banner: "/images/banners/hero-threads.webp",
    picture: "/images/products/corespun-tkt-36-old-gold.webp",
    alt: "Cones of sewing thread in old gold and other shades",
    shownFrom: 0.41,
  },
];

export const monthlySell =
  "The average monthly sale of this item is over 5 Million units internationally, and it is increasing.";

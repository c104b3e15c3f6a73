/** A marketing figure: `800` with the suffix `+` is shown as "800+". */
export type Figure = { count: number; sign?: "+"; of: string };

export const counters: readonly Figure[] = [
  { count: 107, of: "products" },
  { count: 800, sign: "+", of: "customers" },
  { count: 6, of: "product lines" },
  { count: 7, of: "global branches" },
];

export const statistics: readonly Figure[] = [
  { count: 130, sign: "+", of: "Awards" },
  { count: 700, sign: "+", of: "Nomination" },
];

export const whyUs = [
  {
    sign: "clock",
    title: "24 Hrs Support",
    text: "A person who knows your article numbers answers, day and night.",
  },
  {
    sign: "truck",
    title: "Free Delivery",
    text: "Every order travels free, packed and counted in hundreds.",
  },
  {
    sign: "factory",
    title: "Rapid Production",
    text: "With the shortest lead-time, from struck die to sealed carton.",
  },
] as const;

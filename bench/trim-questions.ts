/** At most 12 trims, as a page shows them. */
export const lists = {
  "the list": "/trims?limit=12",
  "newest first": "/trims?limit=12&sort=newest",
  "by price": "/trims?limit=12&sort=price",
  "most ordered first": "/trims?limit=12&sort=ordered",
  "one line": "/trims?limit=12&line=rivets&sort=newest",
  "one finish": "/trims?limit=12&finish=copper&sort=newest",
  "line, finish, certificate": "/trims?limit=12&line=rivets&finish=copper&certificate=nickel-free+EN+1811&sort=price",
  "line and size": "/trims?limit=12&line=rivets&sizeFrom=9&sizeTo=9.5&sort=price",
  "in stock": "/trims?limit=12&inStock=8000&sort=newest",
  "in stock, hardly any": "/trims?limit=12&inStock=450000",
  "line, finish, in stock": "/trims?limit=12&line=rivets&finish=copper&inStock=8000&sort=newest",
  "nothing has it": "/trims?limit=12&line=threads&finish=brass",
  "search: rivets": "/trims?limit=12&q=rivets",
  "search: copper rivets": "/trims?limit=12&q=copper+rivets",
  "search: antiqe bras riv": "/trims?limit=12&q=antiqe+bras+riv",
  "search: a word too many": "/trims?limit=12&q=copper+rivet+for+denim+unicorns+13+mm",
  "search: one article": "/trims?limit=12&q=no+75",
  "search: words that never meet": "/trims?limit=12&q=zipper+belt",
  "search: nothing like it": "/trims?limit=12&q=xqztw",
  "search: the whole sentence": `/trims?limit=12&q=${encodeURIComponent("9 mm rivet, coper, nickel-free, 8,000 in stock")}`,
  "search, by price": "/trims?limit=12&q=brass&sort=price",
  "search in a line, in stock": "/trims?limit=12&q=antique&line=buttons&inStock=8000",
  "suggestions: ri": "/trims/suggestions?q=ri",
  "suggestions: antiqe bras riv": "/trims/suggestions?q=antiqe+bras+riv",
  "suggestions: the nearest": "/trims/suggestions?q=copper+rivet+for+unicorns",
};

/** The filters whose choices are counted. */
export const counts = {
  everything: "",
  "one line": "line=rivets",
  "one finish": "finish=copper",
  "in stock": "inStock=8000",
  "line, in stock": "line=rivets&inStock=8000",
  "search: rivets": "q=rivets",
  "search: copper rivets, in stock": "q=copper+rivets&inStock=8000",
} as const;

/** A trim as a form sends it. */
export const ADDED = {
  name: "Measured rivet",
  description: "Struck from brass for pockets and fly seams of denim, and set with a hand pdfWorker.",
  ...{ line: "rivets", kind: "rivet", material: "brass", finish: "copper", certificates: ["nickel-free EN 1811"] },
  ...{ price: "0.1", moq: 100, quantity: 90_000, img: "/images/products/mini-rivet-brass-7.webp" },
};

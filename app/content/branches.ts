/** The seven countries we have a branch in; each link shows the country on a map. */
export const branches = [
  { country: "Sweden", href: "https://www.openstreetmap.org/search?query=Sweden" },
  { country: "France", href: "https://www.openstreetmap.org/search?query=France" },
  { country: "Japan", href: "https://www.openstreetmap.org/search?query=Japan" },
  { country: "Argentina", href: "https://www.openstreetmap.org/search?query=Argentina" },
  { country: "United Kingdom", href: "https://www.openstreetmap.org/search?query=United%20Kingdom" },
  { country: "India", href: "https://www.openstreetmap.org/search?query=India" },
  { country: "Netherlands", href: "https://www.openstreetmap.org/search?query=Netherlands" },
] as const;

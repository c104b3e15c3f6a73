/** Each of these opens the same dialog, because their pages do not exist yet. */
export const footerOptions = [
  "Site Builders",
  "Programmers",
  "Licenses",
  "map",
  "Suppliers",
  "Shipping",
  "Delivery",
  "Security",
  "Port Facilities",
  "Lead time",
  "Delivery Policy",
  "Wastage Report",
  "Career",
  "Newsletter",
  "Employees",
  "Social Contribution",
] as const;

export const footerSlogan = "Pioneer of trims suppliers. Made for denim, sold by the piece.";

/** The store fronts themselves: the app has no page in them yet. */
export const storeBadges = [
  {
    name: "Download on the App store",
    href: "https://www.apple.com/app-store/",
    picture: "/images/site/badge-app-store.svg",
  },
  {
    name: "Get it on the Play store",
    href: "https://play.google.com/store",
    picture: "/images/site/badge-play-store.svg",
  },
] as const;

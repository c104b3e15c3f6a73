export const brand = {
  name: "Rivet & Reed",
  slogan: "Pioneer of trims suppliers",
} as const;

/** The title of a page, in the one form the shop uses. */
export function pageTitle(page: string): string {
  return `${page} : ${brand.name}`;
}

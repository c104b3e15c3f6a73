import { readFileSync } from "node:fs";

// Stylesheets use the colours of app/ui/tokens.css as custom properties. What cannot takes them from here.

const tokens = readFileSync(new URL("../ui/tokens.css", import.meta.url), "utf8");
const declarations = [
  // The first rule holds those of the screen; later ones change some of them for paper.
  ...tokens.slice(0, tokens.indexOf("}")).matchAll(/--([\w-]+): (?:light-dark\((#\w{6}), (#\w{6})\)|(#\w{6}));/g),
].map(([declaration, name = "", light, dark, always = ""]) => ({
  ...{ declaration, name, light: light ?? always, dark: dark ?? always },
}));

/** The colours as custom properties, for the stylesheet of a page outside the app. */
export const colourProperties: string = declarations.map(({ declaration }) => declaration).join("\n  ");

/**
 * The colour `--name` as `#rrggbb` in either scheme; paper and mails take the light one.
 * @throws Error if there is no such colour.
 */
export function colourOf(name: string): { light: string; dark: string } {
  const colour = declarations.find((one) => one.name === name);
  if (!colour) throw new Error(`app/ui/tokens.css has no colour --${name}`);
  return { light: colour.light, dark: colour.dark };
}

import { readFileSync } from "node:fs";

const LINK = /<link rel="stylesheet" href="(\/assets\/[^"#]+)#?"\/>/g;
/** Such a page shows nothing without its scripts. */
const AWAITS_DATA = /<link rel="preload" [^>]*as="fetch"/;

const read = new Map<string, string>();

/**
 * Writes the styles of a rendered page into its head, so that a first-time visitor reads it one round trip sooner. Their
 * links are held: `START_SCRIPTS` restores them for React, switched off, and so they load nothing. Phones often have
 * slow lines: there, fonts come after the page that they are for.
 */
export function writeStylesInto(html: string): string {
  if (AWAITS_DATA.test(html)) return html;
  const styles: string[] = [];
  const page = html.replaceAll(LINK, (link, path: string) => {
    styles.push(readStyles(path));
    return link.replace('rel="', 'rel="held-');
  });
  if (styles.length === 0) return html;
  return page
    .replaceAll('<link rel="preload" as="font"', '<link rel="preload" as="font" media="(min-width: 48rem)"')
    .replace("</head>", () => `<style>${styles.join("")}</style></head>`);
}

/** A file of the build, which never changes. */
function readStyles(path: string): string {
  const known = read.get(path);
  if (known !== undefined) return known;
  const styles = readFileSync(new URL(`../client${path}`, import.meta.url), "utf8");
  read.set(path, styles);
  return styles;
}

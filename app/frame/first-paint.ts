const PRELOAD = /<link rel="modulepreload" href="([^"]+)"\/>/g;
const BOOT = /(?<=<script type="module" async="">)[\s\S]*?(?=<\/script>)/;
const STATIC_IMPORT = /import \* as (\w+) from ("[^"]+");/g;
/** The event of the window that says: what is pressed from now on is heard. */
export const HYDRATED = "hydrated";
const AWAITS_SESSION = 'href="/api/auth/get-session"';

/**
 * Takes a rendered page and gives the line to what the eye needs. Its scripts are asked for once it has been painted; a page
 * that shows nothing before it knows who is there asks at once, after styles, fonts and pictures.
 */
export function paintFirst(html: string): string {
  if (html.includes(AWAITS_SESSION)) {
    return html.replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"');
  }
  const hrefs = [...html.matchAll(PRELOAD)].map(([, href]) => href);
  return html.replace(PRELOAD, "").replace(BOOT, (code) => afterPaint(hrefs, code));
}

// A page in a hidden tab is not painted: it need not wait. What is pressed before there is a script is pressed again then.
function afterPaint(hrefs: (string | undefined)[], code: string): string {
  return `
let pressed;
const keep = ({ target }) => { pressed = target.closest('button[type="button"]'); };
addEventListener("click", keep, true);
addEventListener("${HYDRATED}", () => { removeEventListener("click", keep, true); pressed?.click(); }, { once: true });
if (!document.hidden) await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));
for (const href of ${JSON.stringify(hrefs)})
  document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
${code.replace(STATIC_IMPORT, "const $1 = await import($2);")}`;
}

import { relative } from "node:path";
import { type Plugin, rolldown } from "rolldown";

/** Packages that are not bundled, and why. */
const apart = [
  // The pages are built separately, and both must use the same copy.
  "react",
  "react-dom",
  "react-router",
  // They read files beside their own.
  "fontkit",
  "pdfkit",
  "subset-font",
  // Only development needs it.
  "vite",
  // pg uses it if it is installed, which it is not here.
  "pg-native",
];

/**
 * Bundles `server.ts` of `root` with its packages into this folder: a few files load in a third of the time that 1,800
 * take, and hold half the memory (docs/decisions/093).
 */
export async function buildServer(root: string, folder: string): Promise<void> {
  const bundle = await rolldown({
    cwd: root,
    input: { server: "server.ts" },
    platform: "node",
    external: (id) => apart.some((name) => id === name || id.startsWith(`${name}/`)),
    plugins: [keepPlaces(folder), leaveLanguagesOut, leaveSchedulesOut],
    // A package of the demo's stand-in mentions the function that it deprecates.
    checks: { eval: false },
  });
  await bundle.write({
    dir: folder,
    sourcemap: true,
    // The sources are in files, not in the map.
    sourcemapExcludeSources: true,
    chunkFileNames: "[name]-[hash].js",
  });
  await bundle.close();
}

/** Our modules find files relative to their own place, which is not the bundle's. */
function keepPlaces(folder: string): Plugin {
  return {
    name: "places",
    transform: {
      filter: { id: { exclude: /node_modules/ }, code: /import\.meta\.url/ },
      handler: (code, id) => {
        const place = relative(folder, id).replaceAll("\\", "/");
        // On the same line as what it replaces, so that the map's lines stay correct.
        return { code: code.replaceAll("import.meta.url", `new URL("${place}", import.meta.url).href`), map: null };
      },
    },
  };
}

/** Zod knows its messages in sixty languages; the shop speaks English. */
const leaveLanguagesOut: Plugin = {
  name: "languages",
  load: {
    filter: { id: /node_modules\/zod\/v4\/locales\/index\.js$/ },
    handler: () => 'export { default as en } from "./en.js";',
  },
};

/** pg-boss reads schedules as cron and iCalendar write them; the shop has none. */
const leaveSchedulesOut: Plugin = {
  name: "schedules",
  load: {
    filter: { id: /node_modules\/(cron-parser|rrule-temporal)\// },
    handler: () => "export const CronExpressionParser = undefined, RRuleTemporal = undefined;",
  },
};

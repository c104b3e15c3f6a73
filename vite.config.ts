import { findPackageJSON } from "node:module";
import { dirname } from "node:path";
import { reactRouter } from "@react-router/dev/vite";
import { defineConfig, type Plugin } from "vite";
import { colourOf } from "./app/platform/palette.server.ts";
import { chunks } from "./bin/build-chunks.ts";

const root = import.meta.dirname;
/** The folder of the packages; a copy of the sources may have it further up. */
const packages = dirname(dirname(findPackageJSON("vite", import.meta.url) ?? root));

// What a component is given by whoever uses it wins over its own style, in whichever order the files arrive.
const layers: Plugin = {
  name: "layers",
  enforce: "pre",
  transform: {
    filter: { id: /\.module\.css$/ },
    handler: (css, id) => ({ code: `@layer ${/\/app\/(ui|lists)\//.exec(id)?.[1] ?? "app"} {\n${css}}\n`, map: null }),
  },
};

export default defineConfig({
  // Found before the first page asks for them: what is found later reloads the page.
  optimizeDeps: { entries: ["app/entry.client.tsx", "app/root.tsx", "app/**/*.{page,layout}.tsx"] },
  server: {
    // What pages are made of, and no more: the shop's data and its settings lie below the root, too.
    fs: { allow: ["app", packages] },
    // The running shop writes there itself.
    watch: { ignored: ["data", "build", "build-next", "tmp"].map((folder) => `${root}/${folder}/**`) },
  },
  define: { THEME_COLOUR: JSON.stringify(colourOf("denim")) },
  plugins: [layers, reactRouter()],
  // Each page has the same file, so no link can change the order of its rules.
  build: { cssCodeSplit: false },
  css: { modules: { generateScopedName: "[local]_[hash:base64:4]" } },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: chunks } } } } },
    // For stack traces in the log. The browser's build has none: its sources are not published.
    ssr: { build: { sourcemap: true, rolldownOptions: { output: { sourcemapExcludeSources: true } } } },
  },
});

import { findPackageJSON } from "node:module";
import { dirname } from "node:path";
import { reactRouter } from "@react-router/dev/vite";
import { defineConfig, type Plugin } from "vite";

const root = import.meta.dirname;
/** The folder of the packages; a copy of the sources may have it further up. */
const packages = dirname(dirname(findPackageJSON("vite", import.meta.url) ?? root));

// What most pages share travels in a few files, not in thirty; what few share stays with them.
const groups = [
  { name: "react", test: /node_modules\/(react|react-dom|react-router|scheduler)\//, priority: 1 },
  // Public pages have neither tables nor an account's draft; they hear no news, and check nothing with Zod. A module
  // here brings along whatever it imports.
  {
    name: "shop",
    test: /\/app\/(content|frame|client|ui|contract\/money|forms\/idempotency-key|lists\/use-loading)\b(?!\/(account-draft|draft-keeper|live|load-error|page-name|row-keys|save-file|scroll-region|table|table-rows|unless-missing|use-live|zod-without-eval)\.).*\.(tsx?|module\.css)$/,
    minShareCount: 5,
    priority: 1,
  },
  // Nor have they lists and forms of their own.
  { name: "desk", test: /\/app\/(lists|forms)\/.*\.(tsx?|module\.css)$/, minShareCount: 5 },
  // All styles of the root, in one file: it comes first, and the layers rank as it names them.
  {
    name: "frame",
    test: /\/app\/(app|(frame|ui)\/(brand|error-page|footer[a-z-]*|header[a-z-]*|icons|only-picture|progress-bar|skip-link|toasts)\.module)\.css$/,
    priority: 1,
  },
  // Each style sheet delays the first paint of a page, and many small scripts are more bytes than one.
  {
    name: "tags",
    test: /\/app\/(ui\/hangtag|features\/trims\/(add-to-sheet|stock\/stock-note|list\/trim-(lines|search|tags?)))\.(tsx|module\.css)$/,
  },
  { name: "lists", test: /\/app\/ui\/(badge|drawer|facts|search-box|sort-header|table|table-parts)\.module\.css$/ },
];

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
    watch: { ignored: ["data", "build", "tmp"].map((folder) => `${root}/${folder}/**`) },
  },
  plugins: [layers, reactRouter()],
  css: { modules: { generateScopedName: "[local]_[hash:base64:4]" } },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } },
    // For stack traces in the log. The browser's build has none: its sources are not published.
    ssr: { build: { sourcemap: true, rolldownOptions: { output: { sourcemapExcludeSources: true } } } },
  },
});

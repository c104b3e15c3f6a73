// Prints the bytes of CSS that each page of the last build fetches, raw and gzipped: `node bin/page-styles.ts
// [folder]`.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { z } from "zod";

const client = join(process.argv[2] ?? "build", "client");
const routes = z.record(
  z.string(),
  z.looseObject({ parentId: z.string().optional(), css: z.array(z.string()).optional() }),
);
const manifest = z.object({ routes });

const assets = join(client, "assets");
const name = readdirSync(assets).find((file) => /^manifest-.*\.js$/.test(file)) ?? "";
const [, json = ""] = /=(.*?);?$/s.exec(readFileSync(join(assets, name), "utf8")) ?? [];
const all = manifest.parse(JSON.parse(json)).routes;
const parents = new Set(Object.values(all).map(({ parentId }) => parentId));

console.log("| page | files | raw | gzip |\n| --- | ---: | ---: | ---: |");
for (const id of Object.keys(all).filter((id) => id.endsWith(".page") && !parents.has(id))) {
  const files = [...stylesOf(id)].map((path) => readFileSync(join(client, path)));
  const raw = files.reduce((sum, file) => sum + file.length, 0);
  const gzip = files.reduce((sum, file) => sum + gzipSync(file).length, 0);
  console.log(`| ${id.replace(/^features\//, "")} | ${files.length} | ${raw} | ${gzip} |`);
}

/** The stylesheets of a route and of all around it. */
function stylesOf(id: string | undefined): Set<string> {
  const route = id === undefined ? undefined : all[id];
  if (!route) return new Set();
  return new Set([...stylesOf(route.parentId), ...(route.css ?? []).map((path) => path.replace(/#$/, ""))]);
}

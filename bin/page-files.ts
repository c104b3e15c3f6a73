import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { z } from "zod";

const part = z.object({ module: z.string(), imports: z.array(z.string()).default([]) });
const route = part.extend({ parentId: z.string().optional(), css: z.array(z.string()).default([]) });
const manifestSchema = z.object({ entry: part, routes: z.record(z.string(), route) });

/** The paths of the files that a page fetches before it can be used. */
export type PageFiles = { page: string; scripts: string[]; styles: string[] };

/** Reads them for each page from the manifest in `client`, a build's folder for the browser. */
export function readPageFiles(client: string): PageFiles[] {
  const assets = join(client, "assets");
  const name = readdirSync(assets).find((file) => /^manifest-.*\.js$/.test(file)) ?? "";
  const [, json = ""] = /=(.*?);?$/s.exec(readFileSync(join(assets, name), "utf8")) ?? [];
  const { entry, routes } = manifestSchema.parse(JSON.parse(json));

  /** A route and all around it. */
  const routesOf = (id: string | undefined): z.infer<typeof route>[] => {
    const one = id === undefined ? undefined : routes[id];
    return one ? [...routesOf(one.parentId), one] : [];
  };
  const pages = Object.keys(routes).filter((id) => id.endsWith(".page"));
  return pages.map((page) => {
    const all = routesOf(page);
    const scripts = [entry, ...all].flatMap(({ module, imports }) => [module, ...imports]);
    const styles = all.flatMap(({ css }) => css);
    return { page, scripts: [...new Set(scripts)], styles: [...new Set(styles)] };
  });
}

// Prints how many scripts and style sheets each page of the last build fetches, and their bytes when compressed:
// `node bin/page-files.ts [folder]`.
if (import.meta.main) {
  const client = join(process.argv[2] ?? "build", "client");
  const gzipped = (paths: string[]) =>
    paths.reduce((sum, path) => sum + gzipSync(readFileSync(join(client, path))).length, 0);
  console.log("| page | scripts | bytes | style sheets | bytes |\n| --- | ---: | ---: | ---: | ---: |");
  for (const { page, scripts, styles } of readPageFiles(client)) {
    const cells = [page.replace(/^features\//, ""), scripts.length, gzipped(scripts), styles.length, gzipped(styles)];
    console.log(`| ${cells.join(" | ")} |`);
  }
}

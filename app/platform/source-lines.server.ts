import { existsSync, readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { fileURLToPath } from "node:url";

const bundled = /(file:\/\/\/[^\s()]+?\.js):(\d+):(\d+)/g;

/**
 * Makes stack traces from files below `folder` name the lines of their sources, as `--enable-source-maps` does. That
 * flag reads all maps at the start; here, a map is read when a stack trace first needs it (docs/decisions/104).
 */
export function nameSourceLines(folder: URL): void {
  const maps = new Map<string, SourceMap | undefined>();
  const format = Error.prepareStackTrace ?? ((error: Error, sites) => `${error}\n    at ${sites.join("\n    at ")}`);
  Error.prepareStackTrace = (error, sites) =>
    String(format(error, sites)).replace(bundled, (place, file: string, line: string, column: string) => {
      if (!file.startsWith(folder.href)) return place;
      if (!maps.has(file)) maps.set(file, readMap(file));
      return findSource(maps.get(file), file, Number(line) - 1, Number(column) - 1) ?? place;
    });
}

function readMap(file: string): SourceMap | undefined {
  const path = fileURLToPath(`${file}.map`);
  return existsSync(path) ? new SourceMap(JSON.parse(readFileSync(path, "utf8"))) : undefined;
}

function findSource(map: SourceMap | undefined, file: string, line: number, column: number): string | undefined {
  const entry = map?.findEntry(line, column);
  // Lines of packages are not in the map, which would then give the last mapped line before them.
  if (!entry || !("originalSource" in entry) || entry.generatedLine !== line) return undefined;
  return `${new URL(entry.originalSource, file).href}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
}

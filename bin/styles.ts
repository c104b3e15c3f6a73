// Checks that styles belong to components (see CONTRIBUTING.md), here or in a named tree: `node bin/styles.ts [root]`.
import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import ts from "typescript-6";

const BASE = "app/ui/base.css";
const PLAIN = ["app/app.css", "app/ui/fonts.css", "app/ui/print.css", "app/ui/tokens.css", BASE];
/** The base stylesheet's classes, which any component may use. */
const HELPERS = ["sr"];

type Use = { by: string; module: string; binding: string };

/** Lists each style below `root` without a component, and each class without a style. */
export function checkStyles(root: string): string[] {
  const read = (path: string) => readFileSync(join(root, path), "utf8");
  const sheets = globSync("app/**/*.css", { cwd: root }).sort();
  const sources = globSync("app/**/*.{ts,tsx}", { cwd: root }).sort();
  const texts = new Map(sources.map((path) => [path, read(path)]));
  const uses = [...texts].flatMap(([path, text]) => findUses(path, text));
  const faults = [...texts].flatMap(([path, text]) => globalClasses(path, text));
  for (const name of classesOf(read(BASE))) {
    if (!HELPERS.includes(name)) faults.push(`${BASE}: .${name} belongs into the module of a component`);
  }
  for (const sheet of sheets.filter((path) => !PLAIN.includes(path))) {
    if (!sheet.endsWith(".module.css")) faults.push(`${sheet}: make it the module of a component`);
    const css = read(sheet);
    if (/@layer|:global/.test(css)) faults.push(`${sheet}: the build puts it into its layer; it styles nothing global`);
    const own = uses.filter(({ module }) => module === sheet);
    for (const name of classesOf(css)) {
      const isUsed = own.some(({ by, binding }) => new RegExp(`\\b${binding}\\.${name}\\b`).test(texts.get(by) ?? ""));
      if (!isUsed) faults.push(`${sheet}: nothing uses .${name}`);
    }
    const component = sheet.replace(".module.css", ".tsx");
    for (const { by } of own) {
      if (dirname(by) !== dirname(sheet) && existsSync(join(root, component))) {
        faults.push(`${by}: ${basename(sheet)} is the inside of ${component}`);
      }
    }
  }
  return faults;
}

function findUses(by: string, text: string): Use[] {
  return [...text.matchAll(/^import (\w+) from "(\.\/|#app\/)(.+\.module\.css)";$/gm)].map(
    ([, binding = "", from, path = ""]) => ({
      by,
      binding,
      module: from === "./" ? join(dirname(by), path) : `app/${path}`,
    }),
  );
}

/** The class names written out in one source's markup. */
function globalClasses(path: string, text: string): string[] {
  const faults: string[] = [];
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const visit = (node: ts.Node, isClass: boolean): void => {
    if (
      isClass &&
      (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node))
    ) {
      for (const name of node.text.split(/\s+/)) {
        if (name && !HELPERS.includes(name)) faults.push(`${path}: "${name}" is no class of a module`);
      }
    }
    const named = ts.isJsxAttribute(node) || ts.isPropertyAssignment(node) ? node.name.getText(source) : "";
    node.forEachChild((child) => visit(child, isClass || /^(class|className|bodyClass)$/.test(named)));
  };
  visit(source, false);
  return faults;
}

/** The classes in a stylesheet's selectors. */
function classesOf(css: string): Set<string> {
  const selectors = [...css.replace(/\/\*.*?\*\//gs, "").matchAll(/(?<=^|[{};])([^{};@]+)\{/g)];
  return new Set(
    selectors.flatMap(([, selector = ""]) =>
      [...selector.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name = ""]) => name),
    ),
  );
}

if (import.meta.main) {
  const faults = checkStyles(process.argv[2] ?? process.cwd());
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
}

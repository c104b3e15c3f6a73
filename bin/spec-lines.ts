import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync, Visitor } from "vite";

// Lists the lines of the specification that no test title names: `npm run spec-lines`. Exits with 1 if there are any.

const LINES = 424;
const TESTS = ["{app,bin,db,test}/**/*.test.{ts,tsx}", "e2e/**/*.spec.ts"];
const DECLARES = new Set(["it", "test", "describe"]);
/** A test declared with one of these checks nothing. */
const IDLE = new Set(["skip", "todo", "fixme", "fails", "fail"]);

/** The lines, such as `R-007`, that no test below `root` claims to check. */
export function findUntested(root: string): string[] {
  const files = globSync(TESTS, { cwd: root });
  if (files.length === 0) throw new Error(`There are no tests below ${root}.`);
  const named = new Set(files.flatMap((file) => linesNamed(file, readFileSync(join(root, file), "utf8"))));
  const lines = Array.from({ length: LINES }, (_, index) => `R-${String(index + 1).padStart(3, "0")}`);
  const unknown = [...named].filter((line) => !lines.includes(line));
  if (unknown.length > 0) throw new Error(`The specification has no ${unknown.join(", ")}.`);
  return lines.filter((line) => !named.has(line));
}

/** The lines named in this source's test titles. Each must be written out there. */
export function linesNamed(file: string, source: string): string[] {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const found: string[] = [];
  new Visitor({
    CallExpression({ callee, arguments: [title] }) {
      const words = readWords(callee);
      if (!DECLARES.has(words[0] ?? "") || words.some((word) => IDLE.has(word))) return;
      if (title?.type === "Literal") found.push(...linesIn(String(title.value)));
      if (title?.type === "TemplateLiteral") found.push(...title.quasis.flatMap(({ value }) => linesIn(value.raw)));
    },
  }).visit(program);
  return found;
}

const linesIn = (title: string) => title.match(/\bR-\d+\b/g) ?? [];

type Callee = { type: string; name?: unknown; object?: Callee; property?: Callee; callee?: Callee };

/** `test.describe.each(rows)` is `test`, `describe`, `each`. */
function readWords({ type, name, object, property, callee }: Callee): string[] {
  if (type === "Identifier") return [String(name)];
  if (object && property) return [...readWords(object), ...readWords(property)];
  return callee ? readWords(callee) : [];
}

if (import.meta.main) {
  const untested = findUntested(process.cwd());
  console.log(untested.length > 0 ? `Without a test: ${untested.join(" ")}` : "Every line has a test.");
  process.exitCode = untested.length > 0 ? 1 : 0;
}

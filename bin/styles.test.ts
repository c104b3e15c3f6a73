import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { checkStyles } from "./styles.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "styles-"));
  cpSync("app/ui", join(root, "app/ui"), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

const page = (body: string) => `import styles from "./list.module.css";\nexport const List = () => ${body};\n`;

describe("the check of the styles", () => {
  it("finds nothing to say about the shop", () => {
    expect(checkStyles(process.cwd())).toEqual([]);
  });

  it.each([
    ["a stylesheet that is no module", "app/lists/list.css", ".list {}", "app/lists/list.css: make it the module"],
    ["a class that nothing uses", "app/lists/list.module.css", ".list {}\n.old {}", "nothing uses .old"],
    ["a class for everybody", "app/lists/list.module.css", ".list :global(.small) {}", "it styles nothing global"],
    ["a layer of its own", "app/lists/list.module.css", "@layer ui { .list {} }", "the build puts it into its layer"],
    ["a class that no module has", "app/lists/other.tsx", '<p className="small" />', '"small" is no class of a module'],
    ["one put together", "app/lists/other.tsx", `<p className={\`a \${b}\`} />`, '"a" is no class of a module'],
    ["one in a list of columns", "app/lists/other.tsx", '[{ className: "num" }]', '"num" is no class of a module'],
    [
      "the module of a component elsewhere",
      "app/lists/other.tsx",
      'import styles from "#app/ui/button.module.css";\n',
      "app/lists/other.tsx: button.module.css is the inside of app/ui/button.tsx",
    ],
    ["a new helper", "app/ui/base.css", ".sr {}\n.soft {}", "app/ui/base.css: .soft belongs into the module"],
  ])("refuses %s", (_, path, text, fault) => {
    write("app/lists/list.tsx", page("<p className={styles.list} />"));
    write("app/lists/list.module.css", ".list {}");
    write(path, text);
    expect(checkStyles(root).join("\n")).toContain(fault);
  });

  it("reads selectors only, and takes the helper of the base", () => {
    write("app/lists/list.tsx", page('<p className={styles.list}><b className="sr">.</b></p>'));
    write("app/lists/list.module.css", "/* .gone */\n@media (width < 48.5rem) {\n.list:hover { margin: .5rem; }\n}\n");
    expect(checkStyles(root).filter((fault) => fault.includes("app/lists/"))).toEqual([]);
  });
});

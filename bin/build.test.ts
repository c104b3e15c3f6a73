// @module-tag trial

import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

const program = join(process.cwd(), "bin/build.ts");
const server = "export default () => new Response();";
// Builds take long on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

let root: string;
const write = (path: string, text: string) => writeFileSync(join(root, path), text);
const read = (path: string) => readFileSync(join(root, path), "utf8");
const filesOf = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(join(root, folder), join(entry.parentPath, entry.name)))
    .sort();
const stamp = () => existsSync(join(root, "build/sources.sha256"));

// A small application of its own: the build is the real one, and takes a second.
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "rivet build "));
  for (const file of ["package.json", "tsconfig.json"]) cpSync(file, join(root, file));
  symlinkSync(join(process.cwd(), "node_modules"), join(root, "node_modules"));
  mkdirSync(join(root, "app"));
  cpSync("react-router.config.ts", join(root, "react-router.config.ts"));
  write(
    "vite.config.ts",
    'import { reactRouter } from "@react-router/dev/vite";\nexport default { plugins: [reactRouter()] };',
  );
  write("app/routes.ts", 'export default [{ id: "home", path: "/", file: "home.tsx" }];');
  write("app/root.tsx", 'import { Outlet } from "react-router";\nexport default () => <Outlet />;');
  write("app/entry.client.tsx", "export {};");
  write("app/entry.server.tsx", server);
  write("app/home.tsx", "export default () => <p>first</p>;");
  write("app/place.ts", 'export const place = new URL("./home.tsx", import.meta.url).pathname;');
  write("server.ts", 'const { place } = await import("./app/place.ts");\nconsole.log(place);');
});
afterEach(() => rmSync(root, { recursive: true, maxRetries: 5 }));

function startBuild(): { program: ChildProcess; said: () => string } {
  const PATH = `${join(process.cwd(), "node_modules/.bin")}${delimiter}${process.env.PATH}`;
  const builder = spawn(process.execPath, [program], {
    cwd: root,
    detached: true,
    env: { ...process.env, PATH, NODE_ENV: "production" },
  });
  let said = "";
  for (const stream of [builder.stdout, builder.stderr]) stream.on("data", (text) => (said += text));
  return { program: builder, said: () => said };
}

async function build(): Promise<{ code: number | null; said: string }> {
  const { program: builder, said } = startBuild();
  const [code] = await once(builder, "exit");
  return { code, said: said() };
}

it("builds once when two start at once", async () => {
  const both = await Promise.all([build(), build()]);
  expect(both.map(({ code }) => code)).toEqual([0, 0]);
  expect(both.filter(({ said }) => said.includes("building")).length).toBe(1);
  expect(read("build/server/index.js")).toContain("first");
  expect(stamp()).toBe(true);
});

it("bundles a server that finds its files where they lie", async () => {
  const start = () => execFileSync(process.execPath, ["build/shop/server.js"], { cwd: root, encoding: "utf8" });
  expect(await build()).toMatchObject({ code: 0 });
  expect(start()).toBe(`${pathToFileURL(join(root, "app/home.tsx")).pathname}\n`);
  write("app/place.ts", 'export const place = "another";');
  expect(await build()).toMatchObject({ code: 0 });
  expect(start()).toBe("another\n");
});

it("leaves the files of the last build, and no older ones, to a shop and to pages that still need them", async () => {
  write("app/place.ts", 'export const place = "first";');
  // It loads when it is told to, as a shop loads what few ask for.
  write(
    "server.ts",
    'process.stdin.once("data", async () => console.log((await import("./app/place.ts")).place));\nconsole.log("ready");',
  );
  expect(await build()).toMatchObject({ code: 0 });
  const first = filesOf("build");
  const shop = spawn(process.execPath, ["build/shop/server.js"], { cwd: root, stdio: ["pipe", "pipe", "inherit"] });
  let said = "";
  shop.stdout.on("data", (text) => (said += text));
  await expect.poll(() => said).toBe("ready\n");

  write("app/place.ts", 'export const place = "second";');
  write("app/home.tsx", "export default () => <p>second</p>;");
  expect(await build()).toMatchObject({ code: 0 });
  expect(filesOf("build")).toEqual(expect.arrayContaining(first));
  shop.stdin.end("now\n");
  await once(shop, "close");
  expect(said).toBe("ready\nfirst\n");

  const second = filesOf("build").filter((path) => !first.includes(path));
  write("app/place.ts", 'export const place = "third";');
  write("app/home.tsx", "export default () => <p>third</p>;");
  expect(await build()).toMatchObject({ code: 0 });
  expect(filesOf("build")).toEqual(expect.arrayContaining(second));
  const left = first.filter((path) => existsSync(join(root, "build", path)));
  expect(left.filter((path) => /(home|place)-/.test(path))).toEqual([]);
  expect(left).toEqual(expect.arrayContaining(["server/index.js", "shop/server.js"]));
});

it("leaves the last build whole when the next one fails", async () => {
  expect(await build()).toMatchObject({ code: 0 });
  const files = filesOf("build");
  // The browser's half is built by then.
  write("app/home.tsx", "export default () => <p>second</p>;");
  write("app/entry.server.tsx", "export default () =>");
  expect((await build()).code).toBeGreaterThan(0);
  expect(filesOf("build")).toEqual(files);
  expect(read("build/server/index.js")).toContain("first");
  write("app/entry.server.tsx", server);
  expect(await build()).toMatchObject({ code: 0 });
  expect(read("build/server/index.js")).toContain("second");
  expect(existsSync(join(root, "build-next"))).toBe(false);
});

it("is not held up by one that was killed", async () => {
  const { program: builder, said } = startBuild();
  await expect.poll(said, { timeout: 20_000 }).toContain("building");
  // With everything that it started, as when its terminal is closed.
  process.kill(-(builder.pid ?? Number.NaN), "SIGKILL");
  await once(builder, "exit");
  expect(await build()).toMatchObject({ code: 0 });
  expect(stamp()).toBe(true);
});

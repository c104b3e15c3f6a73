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
import { delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

const program = join(process.cwd(), "bin/build.ts");
const server = "export default () => new Response();";
// Builds take long on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

let root: string;
const write = (path: string, text: string) => writeFileSync(join(root, path), text);
const read = (path: string) => readFileSync(join(root, path), "utf8");
const stamp = () => existsSync(join(root, "build/sources.sha256"));

// A small application of its own: the build is the real one, and takes a second.
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "rivet build "));
  for (const file of ["package.json", "tsconfig.json"]) cpSync(file, join(root, file));
  symlinkSync(join(process.cwd(), "node_modules"), join(root, "node_modules"));
  mkdirSync(join(root, "app"));
  write("react-router.config.ts", "export default { ssr: true };");
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
  const files = readdirSync(join(root, "build/shop"));
  write("app/place.ts", 'export const place = "another";');
  expect(await build()).toMatchObject({ code: 0 });
  expect(start()).toBe("another\n");
  // Nothing is left of the first one but the name of the entry.
  expect(readdirSync(join(root, "build/shop")).filter((name) => files.includes(name))).toEqual([
    "server.js",
    "server.js.map",
  ]);
});

it("leaves no stamp on what a failed build has damaged", async () => {
  expect(await build()).toMatchObject({ code: 0 });
  // The browser's half is built by then.
  write("app/entry.server.tsx", "export default () =>");
  expect((await build()).code).toBeGreaterThan(0);
  expect(stamp()).toBe(false);
  write("app/entry.server.tsx", server);
  expect(await build()).toMatchObject({ code: 0 });
  expect(read("build/server/index.js")).toContain("first");
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

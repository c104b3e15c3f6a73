import { chmod, lchown, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { prepareEngines, query } from "#test/engine.ts";
import { chooseLauncher, launchersFor } from "./os-user.server.ts";

const { folders, start } = prepareEngines();

describe("launchersFor", () => {
  it("runs PostgreSQL directly for an ordinary user, and as another user for root", () => {
    expect(launchersFor(1000)).toEqual([{ name: "this account", command: [], owner: undefined }]);
    expect(launchersFor(0).map(({ command: [program], owner }) => [program, owner])).toEqual([
      ["unshare", 0],
      ["setpriv", 65534],
    ]);
  });

  it("says what to do when none of them works", async () => {
    const broken = [{ name: "a broken one", command: ["false"], owner: undefined }];
    await expect(start({ launchers: broken })).rejects.toThrow(
      "as an ordinary user who may read its folder, or set DATABASE_URL",
    );
  });
});

// Only root has more than one way, so there is nothing to test as an ordinary user.
describe.runIf(process.getuid?.() === 0)("as root", () => {
  it("hands a folder from launcher to launcher, also one that an ordinary user began", async ({ skip }) => {
    const working = [];
    for (const launcher of launchersFor(0)) {
      working.push(
        ...(await chooseLauncher([launcher], process.execPath, [folders.parent]).then(
          (found) => [found.launcher],
          () => [],
        )),
      );
    }
    skip(working.length === 0, "neither user namespaces nor setpriv are permitted here");
    await chmod(folders.parent, 0o700);
    const first = await start({ launchers: working.slice(0, 1) });
    await query(first, "CREATE TABLE steps (step text)");
    await first.stop();
    const folder = join(folders.dataDir, "postgres");
    for (const name of await readdir(folder, { recursive: true })) await lchown(join(folder, name), 12345, 12345);
    await lchown(folder, 12345, 12345);

    for (const launcher of [...working, ...working]) {
      const engine = await start({ launchers: [launcher] });
      await query(engine, "INSERT INTO steps VALUES ($1)", [launcher.name]);
      expect((await stat(folder)).uid).toBe(launcher.owner);
      await engine.stop();
    }
    expect(await query(await start(), "SELECT count(*)::int AS count FROM steps")).toEqual([
      { count: working.length * 2 },
    ]);
  });
});

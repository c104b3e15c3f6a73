import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";

const OLD_NODES = ["/usr/bin/node", "/usr/local/bin/node"].filter((path) => existsSync(path) && majorOf(path) < 24);

describe("bin/require-node.mjs", () => {
  it.each(["24.14.1", "24.15.0", "25.0.0", "100.0.0"])("lets Node %s pass", (version) => {
    expect(runAs(version)).toMatchObject({ status: 0, stdout: "ran\n", stderr: "" });
  });

  it.each(["24.14.0", "24.9.9", "22.20.0", "9.99.99"])("stops Node %s with a sentence", (version) => {
    const { status, stdout, stderr } = runAs(version);
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toMatch(new RegExp(`^Rivet & Reed needs Node .* this is ${version}: run it through .*npm ci.*\n$`));
  });

  it.skipIf(OLD_NODES.length === 0)("stops the old Node of this machine before it reads anything else", () => {
    for (const old of OLD_NODES) {
      const { status, stderr } = run(old, ["--import=./bin/require-node.mjs", "no-such-file.ts"]);
      expect(status).toBe(1);
      expect(stderr.trim().split("\n")).toEqual([expect.stringContaining("or newer and this is")]);
    }
  });
});

function runAs(version: string) {
  const disguise = `Object.defineProperty(process.versions, "node", { value: "${version}" })`;
  return run(process.execPath, [
    `--import=data:text/javascript,${encodeURIComponent(disguise)}`,
    "--import=./bin/require-node.mjs",
    "--eval=console.log('ran')",
  ]);
}

function run(node: string, args: string[]) {
  return spawnSync(node, args, { encoding: "utf8", env: { PATH: process.env.PATH } });
}

function majorOf(node: string): number {
  return Number.parseInt(run(node, ["--version"]).stdout.slice(1), 10);
}

import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";

/** docs/operations.md, whose commands are run as written. */
export const PAGE = readFileSync(new URL("../docs/operations.md", import.meta.url), "utf8");

/** The commands of each block, in the order of the page. `kind` is the word after `sh`: those need more than a shop. */
export const blocks = [...PAGE.matchAll(/^```sh(?: ([\w-]+))?\n([\s\S]*?)^```$/gm)].map(([, kind, commands = ""]) => ({
  kind,
  commands,
}));

/** The commands of the only block of this kind. @throws Error when there is none, or more than one */
export function findBlock(kind: string): string {
  const found = blocks.filter((block) => block.kind === kind);
  if (!found[0] || found.length > 1) throw new Error(`docs/operations.md has ${found.length} blocks "sh ${kind}"`);
  return found[0].commands;
}

/**
 * Types the commands into a shell; the first that fails ends it. `before` is what starts the shell, such as setpriv.
 */
export function type(
  commands: string,
  { cwd, env, before = [] }: { cwd: string; env: NodeJS.ProcessEnv; before?: readonly string[] },
): Promise<{ code: number; said: string }> {
  const [program = "bash", ...words] = [...before, "bash", "--norc", "-euo", "pipefail", "-c", commands];
  return new Promise((resolve) => {
    execFile(program, words, { env, cwd, maxBuffer: 64 * 1024 * 1024 }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) || 1 : 0, said: out + err }),
    );
  });
}

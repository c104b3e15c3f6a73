import { execFile } from "node:child_process";
import { lchown, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** A way to run a program as a user PostgreSQL accepts: the words before the command, and who then owns its files. */
export type Launcher = { name: string; command: readonly string[]; owner: number | undefined };

/** The ways worth trying for this user id, best first. PostgreSQL refuses to run as root. */
export function launchersFor(uid: number | undefined): Launcher[] {
  return uid === 0 ? [userNamespace, accountNobody] : [{ name: "this account", command: [], owner: undefined }];
}

/**
 * The first launcher that can actually run the engine and enter every folder, and what the engine calls its version.
 */
export async function chooseLauncher(launchers: readonly Launcher[], postgres: string, folders: readonly string[]) {
  const failures: unknown[] = [];
  for (const launcher of launchers) {
    try {
      const version = await runAs(launcher, "sh", [
        "-c",
        'for folder; do cd "$folder" || exit; done; "$0" --version',
        postgres,
        ...folders,
      ]);
      return { launcher, version };
    } catch (error) {
      failures.push(error);
    }
  }
  throw new AggregateError(
    failures,
    `PostgreSQL cannot be started here as ${launchers.map((each) => each.name).join(" or ")}. ` +
      "Run the shop as an ordinary user who may read its folder, or set DATABASE_URL to a PostgreSQL server." +
      failures.map((failure) => `\n${failure instanceof Error ? failure.message : failure}`).join(""),
  );
}

/** Runs a program to completion under the launcher. Returns its output; if it fails, the error includes it. */
export async function runAs(launcher: Launcher, program: string, args: readonly string[]): Promise<string> {
  const [file, ...rest] = commandFor(launcher, program, args);
  const { stdout } = await run(file, rest, { cwd: "/", env: engineEnvironment() });
  return stdout.trim();
}

/** The command that runs a program of the engine by this launcher, word by word. */
export function commandFor(launcher: Launcher, program: string, args: readonly string[]): [string, ...string[]] {
  const [first, ...words] = [...launcher.command, program, ...args];
  return [first ?? program, ...words];
}

/** Only what the engine needs: none of the shop's secrets, and messages in English whatever the locale. */
export function engineEnvironment() {
  return { PATH: process.env.PATH, TZ: process.env.TZ };
}

/**
 * Gives the folder and its contents to the launcher's user. The folder comes last, so an interrupted change is redone.
 */
export async function giveTo(launcher: Launcher, folder: string) {
  const { owner } = launcher;
  if (owner === undefined || (await stat(folder)).uid === owner) return;
  for (const name of await readdir(folder, { recursive: true })) await lchown(join(folder, name), owner, owner);
  await lchown(folder, owner, owner);
}

// Root outside, an ordinary user inside. Root keeps the files.
const userNamespace: Launcher = {
  name: "root in a user namespace (unshare)",
  command: ["unshare", "-U", "--map-user=1000", "--map-group=1000", "--"],
  owner: 0,
};

// "nobody", with the right to pass through closed folders above the engine and its data. PostgreSQL checks with
// access(), which ignores capabilities unless no_setuid_fixup is set.
const accountNobody: Launcher = {
  name: "nobody (setpriv)",
  command: [
    ...["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--securebits=+no_setuid_fixup"],
    ...["--inh-caps=+dac_override", "--ambient-caps=+dac_override", "--"],
  ],
  owner: 65534,
};

import { execFile } from "node:child_process";
import { lchown, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** A way to run a program as somebody PostgreSQL accepts: the words before the command, and who owns its files then. */
export type Launcher = { name: string; command: readonly string[]; owner: number | undefined };

/** The ways worth trying for a process of this user id, best first. PostgreSQL refuses to run as root. */
export function launchersFor(uid: number | undefined): Launcher[] {
  return uid === 0 ? [userNamespace, accountNobody] : [{ name: "this account", command: [], owner: undefined }];
}

/** The first launcher under which the engine really runs and every folder can be entered. */
export async function chooseLauncher(launchers: readonly Launcher[], postgres: string, folders: readonly string[]) {
  const failures: unknown[] = [];
  for (const launcher of launchers) {
    try {
      await runAs(launcher, "sh", [
        "-c",
        'for folder; do cd "$folder" || exit; done; "$0" --version',
        postgres,
        ...folders,
      ]);
      return launcher;
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

/** Runs a program to its end under the launcher; what it said is in the error when it fails. */
export async function runAs(launcher: Launcher, program: string, args: readonly string[]) {
  const [file, ...rest] = commandFor(launcher, program, args);
  await run(file, rest, { cwd: "/", env: engineEnvironment() });
}

export function commandFor(launcher: Launcher, program: string, args: readonly string[]): [string, ...string[]] {
  const [first, ...words] = [...launcher.command, program, ...args];
  return [first ?? program, ...words];
}

/** Only what the engine needs: no secret of the shop, and messages in English whatever the terminal speaks. */
export function engineEnvironment() {
  return { PATH: process.env.PATH, TZ: process.env.TZ };
}

/** Makes the folder and all in it the launcher's. The folder itself comes last, so that a half-done change is done again. */
export async function giveTo(launcher: Launcher, folder: string) {
  const { owner } = launcher;
  if (owner === undefined || (await stat(folder)).uid === owner) return;
  for (const name of await readdir(folder, { recursive: true })) await lchown(join(folder, name), owner, owner);
  await lchown(folder, owner, owner);
}

// Root outside, an ordinary user inside. The files stay root's.
const userNamespace: Launcher = {
  name: "root in a user namespace (unshare)",
  command: ["unshare", "-U", "--map-user=1000", "--map-group=1000", "--"],
  owner: 0,
};

// "nobody", who may still pass the closed folders above the engine and its data. PostgreSQL asks with access(),
// which forgets capabilities unless no_setuid_fixup is set.
const accountNobody: Launcher = {
  name: "nobody (setpriv)",
  command: [
    ...["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--securebits=+no_setuid_fixup"],
    ...["--inh-caps=+dac_override", "--ambient-caps=+dac_override", "--"],
  ],
  owner: 65534,
};

import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";

/** The environment as files and the system have it now, for the next process. */
export type FreshEnvironment = () => NodeJS.ProcessEnv;

/**
 * Removes from `environment` what Node.js read from `--env-file` at the start. Variables take precedence over the file,
 * so otherwise a new process would never see an edit. Returns a function that reads everything again.
 */
export function forgetEnvFiles(
  environment: NodeJS.ProcessEnv,
  execArgv: readonly string[] = process.execArgv,
): FreshEnvironment {
  const read = () => Object.assign({}, ...listFiles(execArgv).map(readFile)) as NodeJS.ProcessEnv;
  for (const [name, value] of Object.entries(read())) if (environment[name] === value) delete environment[name];
  return () => ({ ...read(), ...environment });
}

function listFiles(execArgv: readonly string[]): string[] {
  return execArgv.flatMap((word, at) => {
    const [, isWhole, file] = /^--env-file(?:-if-exists)?(=(.*))?$/.exec(word) ?? [];
    if (isWhole) return file ?? [];
    return /^--env-file(-if-exists)?$/.test(word) ? (execArgv[at + 1] ?? []) : [];
  });
}

function readFile(file: string): NodeJS.ProcessEnv {
  try {
    return parseEnv(readFileSync(file, "utf8"));
  } catch {
    // The process that starts with this file says what is wrong with it.
    return {};
  }
}

// Does what deploy/Dockerfile says in folders of this machine, without a container engine, and opens the shop that comes
// out with the settings of deploy/compose.yaml, as an account that owns none of its files: npm run try-image. Needs root,
// the npm registry and PostgreSQL's programs, such as Debian's postgresql-15. Takes some minutes. Prints what it sees, and
// ends with 1 if that is not as expected.
import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type } from "#test/operations-page.ts";
import { freePort } from "#test/shop-process.ts";
import { startSmtp } from "#test/smtp.ts";
import { demand, until } from "./faults/fault.ts";
import { followDockerfile, pathOfImage } from "./follow-dockerfile.ts";

const PROGRAMS = "/usr/lib/postgresql";
const STARTED_WITHIN_S = 300;
const NOBODY = 65534;
const AS_NOBODY = ["setpriv", `--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups", "--no-new-privs"];
const SHOP = "shop.example.com";

if (process.getuid?.() !== 0) throw new Error("npm run try-image needs root, to give the files to another account");
const folder = mkdtempSync(join(tmpdir(), "rivet-image-"));
chmodSync(folder, 0o755);
const image = followDockerfile("deploy/Dockerfile", folder);
const home = join(image.root, image.workdir);
const size = execFileSync("du", ["--summarize", "--block-size=M", home], { encoding: "utf8" }).split("\t")[0];
console.log(`ok   deploy/Dockerfile was followed to its end; the shop takes ${size}B, without Node.js and its Debian`);

const [port, databasePort, smtp] = [await freePort(), await freePort(), await startSmtp()];
const database = join(folder, "database");
mkdirSync(database);
chownSync(database, NOBODY, NOBODY);
const bin = join(PROGRAMS, readdirSync(PROGRAMS)[0] ?? "", "bin");
const env = {
  ...image.env,
  PATH: `${pathOfImage()}:${bin}`,
  ...{ APP_ORIGIN: `https://${SHOP}`, SECRET: "s".repeat(32), TRUSTED_PROXIES: "127.0.0.1", DRAIN_SECONDS: "5" },
  ...{ DATABASE_URL: `postgres://postgres@127.0.0.1:${databasePort}/shop`, SMTP_URL: smtp.url },
  // In a container the network around it keeps others away.
  ...{ MAIL_FROM: "shop@example.com", HOST: "127.0.0.1", PORT: port },
};
const place = `-c port=${databasePort} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${database}`;
let shop: ChildProcess | undefined;
try {
  await asNobody(`initdb --pgdata=data --username=postgres --auth=trust --encoding=UTF8 --locale=C.UTF-8
    pg_ctl --pgdata=data --wait --log=log --options="${place}" start
    createdb --host=127.0.0.1 --port=${databasePort} --username=postgres shop`);
  demand("the account of the image", image.user, "node");
  const isHealthy = () => run(image.healthCheck) === 0;
  demand("the health check before the start", isHealthy(), false);
  const [program = "", ...words] = [...AS_NOBODY, ...image.command];
  shop = spawn(program, words, { cwd: home, env, stdio: ["ignore", "ignore", "inherit"] });
  await until("the health check passes", STARTED_WITHIN_S, isHealthy);
  await until("it is ready", STARTED_WITHIN_S, async () => (await ask("/readyz", SHOP)) === 200);
  demand("pages: of the shop, of another name", [await ask("/", SHOP), await ask("/", "evil.example")], [200, 421]);
  const backup = ["node", "bin/admin.ts", "backup", join(database, "shop.backup")];
  demand(
    "npm run admin, in the container: mails, backup",
    [run(["node", "bin/admin.ts", "mails"]), run(backup)],
    [0, 0],
  );
  const written = `find ${home} \\( -user ${NOBODY} -o -newer ${join(database, "log")} \\) -print`;
  demand("files that the shop wrote beside its program", (await asNobody(written)).trim(), "");
  const gone = once(shop, "exit");
  shop.kill(image.stopSignal as NodeJS.Signals);
  demand(`after ${image.stopSignal} it ended with`, (await gone)[0], 0);
  console.log(
    "ok   as an account without rights to its files: healthy, ready, pages, npm run admin, stopped with code 0",
  );
} finally {
  shop?.kill("SIGKILL");
  await type("pg_ctl --pgdata=data --mode=fast --wait stop", { cwd: database, env, before: AS_NOBODY });
  await smtp.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** The exit code of a command inside the image. */
function run(command: string[]): number | null {
  const [program = "", ...words] = [...AS_NOBODY, ...command];
  return spawnSync(program, words, { cwd: home, env }).status;
}

async function asNobody(commands: string): Promise<string> {
  const { code, said } = await type(commands, { cwd: database, env, before: AS_NOBODY });
  if (code !== 0) throw new Error(`${commands}\n${said}`);
  return said;
}

/** The status that a visitor gets who comes through the proxy. */
async function ask(path: string, host: string): Promise<number | undefined> {
  const asked = request({ host: "127.0.0.1", port, path, headers: { host, "x-forwarded-proto": "https" } }).end();
  const [answer] = await once(asked, "response");
  answer.resume();
  return answer.statusCode;
}

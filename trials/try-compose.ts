// Types what docs/operations.md says about containers, as written, in a clone of what is committed, and visits the shop
// through its proxy: npm run try-compose. Needs a container engine that `docker` or docker-compose reaches, and its
// ports 80 and 443 of this machine's loopback. Takes some minutes, and ends with 1 if something is not as promised.
import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findBlock, type } from "#test/operations-page.ts";
import { demand, until } from "./faults/fault.ts";

/** A name for which Caddy signs the certificate itself. */
const HOST = "shop.localhost";
const READY_WITHIN_S = 120;
const PATHS = ["/", "/api/trims?limit=20", "/blogs", "/livez"];

const [email, password] = ["mill@denim.example", "corduroy-and-horn-74"];
const folder = mkdtempSync(join(tmpdir(), "rivet-compose-"));
const clone = join(folder, "shop");
const backups = join(clone, "backups");
const { DOCKER_HOST, HOME, PATH } = process.env;
const env = { DOCKER_HOST, HOME, PATH: `${folder}:${PATH}` };
const exported = findBlock("containers-start").match(/^export .*$/gm) ?? [];

try {
  prepare();
  await must(findBlock("containers-start"));
  const agent = new Agent({ ca: await readRoot() });
  const isReady = () =>
    ask("/readyz", agent).then(
      ({ status }) => status === 200,
      () => false,
    );
  await until("the shop is ready", READY_WITHIN_S, isReady);
  demand("registering", (await post("sign-up", { name: "Mill", email, password }, agent)).status, 200);
  await must(findBlock("containers"));
  demand("the backup has bytes", statSync(join(backups, "shop.backup")).size > 0, true);
  await seeRights();
  await seeReplacement(agent);
  await must("$COMPOSE down");
  await must(findBlock("containers-start"));
  await until("the shop is ready again", READY_WITHIN_S, isReady);
  // The certificate's root is in a volume, too.
  demand("signing in after all was stopped", (await post("sign-in", { email, password }, agent)).status, 200);
  console.log("ok   what was kept outlives the containers, certificate and all");
} finally {
  await run("$COMPOSE down --volumes");
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** The clone, its settings, and a folder for backups that the image's account may write to. */
function prepare(): void {
  execFileSync("git", ["clone", "--quiet", ".", clone]);
  const file = join(clone, "deploy/compose.yaml");
  let compose = readFileSync(file, "utf8").replaceAll(/"(80:80|443:443(?:\/udp)?)"/g, '"127.0.0.1:$1"');
  try {
    execFileSync("docker", ["compose", "version"], { env: process.env, stdio: "ignore" });
  } catch {
    // Debian 12 has docker-compose 1.29, which takes the project's name from the command line alone.
    compose = compose.replace(/^name: .*\n/m, "");
    const program = join(folder, "docker");
    const words = `#!/bin/sh\nPATH='${PATH}'\nshift\nexec docker-compose --project-name rivet-and-reed "$@"\n`;
    writeFileSync(program, words);
    chmodSync(program, 0o755);
  }
  writeFileSync(file, compose);
  const random = () => randomBytes(16).toString("hex");
  const settings = readFileSync(join(clone, "deploy/shop.env.example"), "utf8")
    .replace(/^SHOP_HOST=.*$/m, `SHOP_HOST=${HOST}`)
    .replace(/^(\w+)=$/gm, (_, name) => `${name}=${random()}`);
  writeFileSync(join(clone, "deploy/shop.env"), settings);
  mkdirSync(backups);
  chmodSync(backups, 0o777);
}

async function readRoot(): Promise<string> {
  let root = "";
  await until("the proxy has made its certificate", READY_WITHIN_S, async () => {
    const { code, said } = await run("$COMPOSE exec -T proxy cat /data/caddy/pki/authorities/local/root.crt");
    root = said;
    return code === 0;
  });
  return root;
}

async function seeRights(): Promise<void> {
  const inShop = (words: string) => run(`$COMPOSE exec -T shop1 ${words}`);
  demand("the account", (await inShop("id -un")).said.trim(), "node");
  demand("it may write beside the program", (await inShop("touch /shop/x")).code === 0, false);
  const { said } = await inShop("cat /proc/1/status");
  demand(
    "rights and a way to more",
    [/CapEff:\s*(\d+)/.exec(said)?.[1], /NoNewPrivs:\s*(\d)/.exec(said)?.[1]],
    ["0000000000000000", "1"],
  );
  demand("the proxy sees the database", (await run("$COMPOSE exec -T proxy getent hosts db")).code === 0, false);
  console.log("ok   the shop runs without rights, writes nowhere; its database is out of the proxy's reach");
}

/** Visitors without a pause, while both shops are replaced as the page says. */
async function seeReplacement(agent: Agent): Promise<void> {
  const statuses = new Map<number | string, number>();
  let isOver = false;
  const visit = async (at: number) => {
    for (let next = at; !isOver; next++) {
      const status = await ask(PATHS[next % PATHS.length] ?? "/", agent).then((answer) => answer.status, String);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  const visits = PATHS.map((_, at) => visit(at));
  const before = await readContainers();
  await must(findBlock("containers-replace")).finally(() => {
    isOver = true;
  });
  await Promise.all(visits);
  demand("containers that are new", (await readContainers()).intersection(before).size, 0);
  const served = statuses.get(200);
  statuses.delete(200);
  demand(`answers but 200, beside ${served} of those`, [...statuses], []);
  console.log(`ok   ${served} requests while both shops were replaced, none failed`);
}

async function readContainers(): Promise<Set<string>> {
  return new Set((await must("$COMPOSE ps -q shop1 shop2")).trim().split("\n"));
}

type Answer = { status: number };

function ask(path: string, agent: Agent, method = "GET", body?: string): Promise<Answer> {
  const headers = { host: HOST, origin: `https://${HOST}`, "content-type": "application/json" };
  return new Promise((resolve, reject) => {
    const about = { host: "127.0.0.1", servername: HOST, path, agent, method, headers };
    const asked = request(about, (response) => {
      response.resume();
      resolve({ status: response.statusCode ?? 0 });
    });
    asked.on("error", reject).end(body);
  });
}

function post(act: "sign-up" | "sign-in", body: unknown, agent: Agent): Promise<Answer> {
  return ask(`/api/auth/${act}/email`, agent, "POST", JSON.stringify(body));
}

/** In a shell that has the variables that the page exports. */
function run(commands: string): ReturnType<typeof type> {
  return type([...exported, commands].join("\n"), { cwd: clone, env });
}

/** @returns what was said @throws Error with it when a command fails */
async function must(commands: string): Promise<string> {
  const { code, said } = await run(commands);
  if (code !== 0) throw new Error(`${commands}\n${said}`);
  return said;
}

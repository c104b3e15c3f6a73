// Does what docs/operations.md says with a new shop in an empty folder: git clone of what is committed, npm ci, npm
// start, then each block of the page as written, in its order: npm run try-operations. The blocks that need more than a
// shop have programs of their own. Needs git, the npm registry, and the ports that the page names, 3000 and 9464. Takes
// some minutes, and ends with 1 if a command fails.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { blocks, type } from "#test/operations-page.ts";
import { OUTCOMES, post, register, typePage } from "#test/operations-trial.ts";
import { startShopProcess, stopShopProcess } from "#test/shop-process.ts";
import { startSmtp } from "#test/smtp.ts";
import { demand, until } from "./faults/fault.ts";

const STOP_MS = 60_000;
const MAIL_WITHIN_S = 60;

const typed = blocks.filter(({ kind }) => !kind);
const url = readExport("SHOP");
const person = { email: readExport("PERSON"), password: "corduroy-and-horn-74" };
const folder = mkdtempSync(join(tmpdir(), "rivet-operations-"));
const copy = join(folder, "shop");
// Like a new shell, without the programs and settings of this folder.
const { HOME, NODE_EXTRA_CA_CERTS, PATH = "" } = process.env;
const ownPath = PATH.split(":").filter((path) => !path.includes("node_modules"));
const env = { HOME, NODE_EXTRA_CA_CERTS, PATH: ownPath.join(":") };

const smtp = await startSmtp();
try {
  execFileSync("git", ["clone", "--quiet", ".", copy]);
  const installed = await type("npm ci", { cwd: copy, env });
  if (installed.code !== 0) throw new Error(installed.said);
  const settings = {
    ...{ METRICS: new URL(readExport("METRICS_AT")).host, DEMO: "1", DEMO_YEAR: "0" },
    ...{ SMTP_URL: smtp.url, MAIL_FROM: "shop@rivet.example" },
  };
  const lines = Object.entries(settings).map((each) => `${each.join("=")}\n`);
  writeFileSync(join(copy, ".env"), lines.join(""));
  const place = { ...env, PORT: new URL(url).port, DATA_DIR: join(copy, "data") };
  const shop = await startShopProcess(place, ["npm", "--prefix", copy, "start"]);
  let code: number | null = null;
  try {
    await registerAndConfirm();
    await smtp.turn("550");
    // All is typed into one shell, so what a block exports stays.
    const exported: string[] = [];
    const said = await typePage(url, person, async (commands) => {
      const outcome = await type([...exported, commands].join("\n"), { cwd: copy, env });
      exported.push(...(commands.match(/^export .*$/gm) ?? []));
      return outcome;
    });
    const missing = OUTCOMES.filter((word) => !said.includes(word));
    demand(`what nobody said in\n${said}\n`, missing, []);
  } finally {
    code = await stopShopProcess(shop, STOP_MS);
  }
  demand("the shop ended with", code, 0);
  const commands = typed.flatMap((block) => block.commands.trim().split("\n"));
  console.log(`ok   ${commands.length} lines in ${typed.length} blocks, as written, after git clone and npm ci`);
} finally {
  await smtp.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** @throws Error when the page does not say it */
function readExport(name: string): string {
  const all = typed.map(({ commands }) => commands).join("");
  const [, value] = new RegExp(`^export ${name}=(.*)$`, "m").exec(all) ?? [];
  if (!value) throw new Error(`docs/operations.md exports no ${name}`);
  return value;
}

/** An admin must have confirmed their address. */
async function registerAndConfirm(): Promise<void> {
  const cookie = await register(url, person);
  let token: string | undefined;
  await until(`a mail to ${person.email}`, MAIL_WITHIN_S, () => {
    const mail = smtp.received.find(({ envelope }) => envelope.to.includes(person.email));
    token = /verify-email\?token=([\w-]+)/.exec(mail?.text ?? "")?.[1];
    return token !== undefined;
  });
  await post(url, "verify-email", { token }, cookie);
}

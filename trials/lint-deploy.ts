// Has each file that starts or watches the shop read by the program that will read it, and says what is wrong: npm run
// lint-deploy. Needs Debian's docker-compose, systemd, nginx, caddy, prometheus, haproxy and openssl; a container
// engine is not needed. Ends with 1 if a file is wrong, or a program is missing.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ValidationSeverity, validate } from "dockerfile-utils";
import { freePort } from "#test/shop-process.ts";
import { writeNginx } from "./nginx-sample.ts";

/** What `systemd-analyze security` gives the unit, times ten: 0 is closed altogether, 100 is open. */
const MOST_EXPOSED = "15";

type Look = { file: string; look: (folder: string) => void | Promise<void> };

/** Runs a program of this Debian package. @throws Error with what it said, or with the package that is missing */
function run(debian: string, program: string, words: string[], env: NodeJS.ProcessEnv = {}): string {
  try {
    return execFileSync(program, words, { encoding: "utf8", env: { PATH: process.env.PATH, ...env }, stdio: "pipe" });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if ("code" in error && error.code === "ENOENT") throw new Error(`${program} is missing: apt-get install ${debian}`);
    const said = "stderr" in error ? `${"stdout" in error ? error.stdout : ""}${error.stderr}` : "";
    // systemd-analyze names each thing that is right, too.
    throw new Error(`${program} says:\n${said.replace(/^✓.*\n/gm, "") || error.message}`);
  }
}

const looks: Look[] = [
  {
    file: "deploy/Dockerfile",
    look() {
      const all = ValidationSeverity.ERROR;
      const wrong = validate(readFileSync("deploy/Dockerfile", "utf8"), {
        ...{ deprecatedMaintainer: all, directiveCasing: all, emptyContinuationLine: all, instructionCasing: all },
        ...{ instructionCmdMultiple: all, instructionEntrypointMultiple: all, instructionHealthcheckMultiple: all },
        ...{ instructionJSONInSingleQuotes: all, instructionWorkdirRelative: all },
      });
      if (wrong.length > 0)
        throw new Error(wrong.map(({ range, message }) => `line ${range.start.line + 1}: ${message}`).join("\n"));
    },
  },
  {
    file: "deploy/compose.yaml",
    look(folder) {
      // With every line of the example filled in, nothing is asked for any more.
      const settings = join(folder, "shop.env");
      writeFileSync(settings, readFileSync("deploy/shop.env.example", "utf8").replace(/^(\w+)=$/gm, "$1=filled-in"));
      // Debian 12 has version 1.29, which takes the project's name from the command line alone.
      const file = join(folder, "compose.yaml");
      writeFileSync(file, readFileSync("deploy/compose.yaml", "utf8").replace(/^name: .*\n/m, ""));
      const words = ["--project-directory", "deploy", "-f", file, "--env-file", settings, "config", "-q"];
      run("docker-compose", "docker-compose", words);
    },
  },
  {
    file: "deploy/rivet-and-reed@.service",
    look(folder) {
      // It is verified where this checkout is: the programs that it names must be there.
      const unit = join(folder, "rivet-and-reed@3001.service");
      const text = readFileSync("deploy/rivet-and-reed@.service", "utf8");
      writeFileSync(unit, text.replaceAll("/opt/rivet-and-reed", process.cwd()));
      const said = run("systemd", "systemd-analyze", ["verify", "--man=no", unit]);
      if (said) throw new Error(said);
      run("systemd", "systemd-analyze", ["security", "--offline=true", `--threshold=${MOST_EXPOSED}`, unit]);
    },
  },
  {
    file: "deploy/nginx.conf",
    async look(folder) {
      const [own, first, second] = [await freePort(), await freePort(), await freePort()];
      run("nginx", "nginx", ["-t", "-q", ...(await writeNginx(folder, { own, first, second }))]);
      // nginx does not miss them.
      const text = readFileSync("deploy/nginx.conf", "utf8");
      for (const limit of ["limit_req zone=", "limit_conn ", "limit_req_status 429", "limit_conn_status 429"])
        if (!text.includes(limit)) throw new Error(`there is no ${limit.trim()}`);
    },
  },
  {
    file: "deploy/Caddyfile",
    look(folder) {
      const own = { HOME: folder, SHOP_HOST: "shop.example.com", SHOPS: "shop1:3000 shop2:3000" };
      for (const env of [own, { HOME: folder }])
        run("caddy", "caddy", ["validate", "--config", "deploy/Caddyfile", "--adapter", "caddyfile"], env);
      if (run("caddy", "caddy", ["fmt", "deploy/Caddyfile"]) !== readFileSync("deploy/Caddyfile", "utf8"))
        throw new Error("caddy fmt would write it differently");
    },
  },
  {
    file: "deploy/alerts.yml",
    look: () => void run("prometheus", "promtool", ["check", "rules", "deploy/alerts.yml"]),
  },
  {
    file: "deploy/ha/haproxy.cfg",
    look: () => void run("haproxy", "haproxy", ["-c", "-f", "deploy/ha/haproxy.cfg"]),
  },
];

for (const { file, look } of looks) {
  const folder = mkdtempSync(join(tmpdir(), "rivet-lint-"));
  try {
    await look(folder);
    console.log(`ok   ${file}`);
  } catch (error) {
    process.exitCode = 1;
    console.log(`FAIL ${file}: ${error instanceof Error ? error.message : error}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

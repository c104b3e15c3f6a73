import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { freePort } from "#test/shop-process.ts";

const SAMPLE = "deploy/nginx.conf";

/** The ports of this trial: of nginx and of its two shops. */
type Ports = Record<"own" | "first" | "second", string>;

/**
 * Writes a whole configuration of nginx into the folder: the sample of deploy/, with ports and files of this trial and
 * a certificate made for it. Returns the words that follow `nginx`. @throws Error when the sample lacks what is
 * replaced
 */
export async function writeNginx(folder: string, { own, first, second }: Ports): Promise<string[]> {
  execFileSync(
    "openssl",
    [
      ...["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"],
      ...["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"],
      ...["-keyout", join(folder, "privkey.pem"), "-out", join(folder, "fullchain.pem")],
    ],
    { stdio: "ignore" },
  );
  const replaced = [
    [/listen 80;/, `listen 127.0.0.1:${await freePort()};`],
    [/listen 443 ssl http2;/, `listen 127.0.0.1:${own} ssl http2;`],
    [/server_name shop\.example\.com;/g, "server_name localhost;"],
    [/\/etc\/letsencrypt\/live\/shop\.example\.com/g, folder],
    [/127\.0\.0\.1:3001/, `127.0.0.1:${first}`],
    [/127\.0\.0\.1:3002/, `127.0.0.1:${second}`],
  ] as const;
  let site = readFileSync(SAMPLE, "utf8");
  for (const [sample, ours] of replaced) {
    if (site.search(sample) < 0) throw new Error(`${SAMPLE} has no ${sample}`);
    site = site.replace(sample, ours);
  }
  mkdirSync(join(folder, "nginx"));
  const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${folder}/nginx/${name};`,
  );
  const user = process.getuid?.() === 0 ? `user ${userInfo().username};` : "";
  const config = join(folder, "nginx.conf");
  writeFileSync(
    config,
    `daemon off; ${user} pid ${folder}/nginx.pid; error_log ${folder}/nginx/error.log;
     events {} http { access_log off; ${paths.join(" ")} ${site} }`,
  );
  return ["-c", config, "-e", `${folder}/nginx/error.log`];
}

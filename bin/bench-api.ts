// Measures public reads of the API against node:http, which sends the same bytes from memory, in the same run and in turns:
// `npm run build && node bin/bench-api.ts [rounds]`. On Linux: CPU time comes from /proc and is steadier than rates.
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, get } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { median } from "simple-statistics";
import { withMeasuredShop } from "#test/measured-shop.ts";

const CONNECTIONS = 10;
const ROUND_MS = 2_000;
/** Linux counts CPU time in hundredths of a second. */
const MS_PER_TICK = 10;
const ENCODING = "br";

type Question = { path: string; known?: string };
type Rate = { perS: number; cpuMs: number };

if (process.send) await playLimit();
else await withMeasuredShop(compare);

async function compare(url: string, pid: number): Promise<void> {
  const rounds = Number(process.argv[2] ?? 5);
  const [trim] = await (await fetch(`${url}/api/trims?limit=1`)).json();
  const list = "/api/trims?limit=12";
  const etag = (await fetch(url + list, { headers: { "accept-encoding": ENCODING } })).headers.get("etag") ?? "";
  const limit = fork(import.meta.filename);
  const [limitPort] = await once(limit, "message");
  const questions: Record<string, Question> = {
    "all trims": { path: "/api/trims" },
    "first page": { path: list },
    "first page, known": { path: list, known: etag },
    "one trim": { path: `/api/trims/${trim._id}` },
  };
  console.log(`Median of ${rounds} rounds of ${ROUND_MS} ms, ${CONNECTIONS} connections, ${ENCODING}\n`);
  console.log("| answer | shop, 1/s | node:http, 1/s | ratio | shop, CPU ms | node:http, CPU ms | ratio |");
  console.log(`| --- |${" ---: |".repeat(6)}`);
  for (const [name, question] of Object.entries(questions)) {
    const asked = await takeOver(limit, url, question);
    const [shops, limits]: [Rate[], Rate[]] = [[], []];
    for (let round = -1; round < rounds; round++) {
      const shop = await load(Number(new URL(url).port), pid, asked);
      const bare = await load(limitPort, limit.pid ?? 0, asked);
      if (round < 0) continue;
      shops.push(shop);
      limits.push(bare);
    }
    const of = (rates: Rate[], what: keyof Rate) => median(rates.map((rate) => rate[what]));
    const cells = (["perS", "cpuMs"] as const).flatMap((what) => {
      const [shop, bare] = [of(shops, what), of(limits, what)];
      const digits = what === "perS" ? 0 : 3;
      return [shop.toFixed(digits), bare.toFixed(digits), (shop / bare).toFixed(2)];
    });
    console.log(`| ${name} | ${cells.join(" | ")} |`);
  }
  limit.kill();
}

/** Has the other side answer what the shop answers, and returns the request as it goes over the wire. */
async function takeOver(limit: ChildProcess, url: string, { path, known }: Question): Promise<string> {
  const headers = { "accept-encoding": ENCODING, ...(known ? { "if-none-match": known } : {}) };
  const taken = once(limit, "message");
  limit.send({ url: url + path, headers });
  await taken;
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `GET ${path} HTTP/1.1\r\nhost: localhost\r\n${lines.join("")}\r\n`;
}

/** Asks on all connections, each again as soon as it is answered. */
async function load(port: number, pid: number, asked: string): Promise<Rate> {
  const [cpuBefore, start] = [cpuTicks(pid), performance.now()];
  const counts = await Promise.all(Array.from({ length: CONNECTIONS }, () => askUntil(start + ROUND_MS, port, asked)));
  const count = counts.reduce((sum, one) => sum + one, 0);
  return {
    perS: (count / (performance.now() - start)) * 1000,
    cpuMs: ((cpuTicks(pid) - cpuBefore) * MS_PER_TICK) / count,
  };
}

function askUntil(end: number, port: number, asked: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const socket = connect(port, "localhost", () => socket.write(asked));
  let answered = 0;
  let missing = 0;
  socket.on("data", (bytes) => {
    missing = missing > 0 ? missing - bytes.length : readRest(bytes);
    if (missing > 0) return;
    answered++;
    if (performance.now() < end) socket.write(asked);
    else socket.end(() => resolve(answered));
  });
  socket.on("error", reject);
  return promise;
}

/** How many bytes of the answer that begins here are still to come. */
function readRest(bytes: Buffer): number {
  const at = bytes.indexOf("\r\n\r\n") + 4;
  const head = bytes.toString("latin1", 0, at);
  if (!/^HTTP\/1\.1 (200|304)/.test(head)) throw new Error(`answered ${head.split("\r\n")[0]}`);
  return at + Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0) - bytes.length;
}

function cpuTicks(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "latin1").split(") ")[1]?.split(" ") ?? [];
  return Number(fields[11]) + Number(fields[12]);
}

/** The limit: a server in a process of its own that only sends an answer of the shop from memory. */
async function playLimit(): Promise<void> {
  let kept: { status: number; headers: string[]; body: Buffer } | undefined;
  process.on("message", ({ url, headers }: { url: string; headers: Record<string, string> }) => {
    get(url, { headers }, async (answer) => {
      const body = Buffer.concat(await answer.toArray());
      const own = new Set(["date", "connection", "keep-alive"]);
      const pairs = Object.entries(answer.headers).filter(([name]) => !own.has(name));
      kept = { status: answer.statusCode ?? 0, headers: pairs.flatMap(([name, value]) => [name, String(value)]), body };
      process.send?.("taken");
    });
  });
  const server = createServer((_, response) => {
    response.writeHead(kept?.status ?? 500, kept?.headers);
    response.end(kept?.body);
  }).listen(0, "localhost");
  await once(server, "listening");
  process.send?.((server.address() as AddressInfo).port);
}

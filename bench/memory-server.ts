// The limit of what Node.js can do: a server in a separate process that only sends an answer of the shop from memory.
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { createServer, get } from "node:http";
import type { AddressInfo } from "node:net";
import type { Target } from "./scenario.ts";

type Taken = {
  url: string;
  headers: Record<string, string>;
};

/** Makes a server of `node:http` answer every request as the shop answers this one. */
export type MemoryServer = Target & {
  take(taken: Taken): Promise<void>;
  close(): void;
};

export async function openMemoryServer(): Promise<MemoryServer> {
  const child: ChildProcess = fork(import.meta.filename);
  const [port] = await once(child, "message");
  return {
    url: `http://localhost:${port}`,
    pid: child.pid ?? 0,
    async take(taken) {
      const done = once(child, "message");
      child.send(taken);
      await done;
    },
    close: () => child.kill(),
  };
}

if (process.send && process.argv[1] === import.meta.filename) {
  let stored: { status: number; headers: string[]; body: Buffer } | undefined;
  /** Node writes these itself. */
  const own = new Set(["date", "connection", "keep-alive"]);
  process.on("message", ({ url, headers }: Taken) => {
    get(url, { headers }, async (answer) => {
      const body = Buffer.concat(await answer.toArray());
      const pairs = Object.entries(answer.headers).filter(([name]) => !own.has(name));
      stored = {
        status: answer.statusCode ?? 0,
        headers: pairs.flatMap(([name, value]) => [name, String(value)]),
        body,
      };
      process.send?.("taken");
    });
  });
  const server = createServer((_, response) => {
    response.writeHead(stored?.status ?? 500, stored?.headers);
    response.end(stored?.body);
  }).listen(0, "localhost");
  await once(server, "listening");
  process.send((server.address() as AddressInfo).port);
}

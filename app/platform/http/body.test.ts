import { once } from "node:events";
import { Agent, createServer, get, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { afterEach, expect, it, vi } from "vitest";
import { limitBody } from "./body.server.ts";

let made = 0;
class Counted extends AbortController {
  constructor() {
    super();
    made++;
  }
}
afterEach(() => vi.unstubAllGlobals());

// Each whole `Request` has a signal of its own; V8 holds both until its next full collection.
it("nobody looks for the body of a GET", async () => {
  const app = new Hono().use(limitBody).get("/", (c) => c.text("read"));
  const server = createServer(getRequestListener(app.fetch)).listen(0, "127.0.0.1");
  await once(server, "listening");
  vi.stubGlobal("AbortController", Counted);
  const [answer] = await once(get({ port: (server.address() as AddressInfo).port, agent: false }), "response");
  const [chunk] = await once(answer, "data");
  server.close();
  expect(String(chunk)).toBe("read");
  expect(made).toBe(0);
});

// A proxy sends other visitors' requests over the same connection.
it.each([
  ["says how long it is", 200_000, { "content-length": 200_000 }],
  ["comes in chunks", 2_000_000, { "transfer-encoding": "chunked" }],
])("a body that is too large and %s leaves the connection to the next request", async (_, size, headers) => {
  let isOver: Promise<unknown> | undefined;
  const app = new Hono()
    .onError((_, c) => c.text("too large", 413))
    .use(limitBody)
    .post("/", (c) => c.text("taken"))
    // It is under way until nothing is left of the body before it, or the connection is gone.
    .get("/", async (c) => {
      await isOver;
      return c.text("read");
    });
  const server = createServer(getRequestListener(app.fetch)).listen(0, "127.0.0.1");
  server.on("request", (incoming) => {
    if (incoming.method === "POST") isOver = Promise.race([once(incoming, "end"), once(incoming.socket, "close")]);
  });
  await once(server, "listening");
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = async (options: object, body?: Buffer): Promise<[number | undefined, string]> => {
    const asked = request({ port: (server.address() as AddressInfo).port, agent, ...options }).end(body);
    const [answer]: IncomingMessage[] = await once(asked, "response");
    return [answer?.statusCode, Buffer.concat((await answer?.toArray()) ?? []).toString()];
  };
  expect(await ask({ method: "POST", headers }, Buffer.alloc(size))).toEqual([413, "too large"]);
  expect(await ask({})).toEqual([200, "read"]);
  agent.destroy();
  server.close();
});

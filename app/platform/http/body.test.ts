import { once } from "node:events";
import { createServer, get } from "node:http";
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

// Each whole `Request` has a signal of its own; V8 holds both until it collects all its memory.
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

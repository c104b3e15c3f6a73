import { once } from "node:events";
import type { RequestListener, Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { closeServer, createBoundedServer, createShares, inTurn } from "./connections.server.ts";

const MB = 1024 * 1024;
/** More than the buffers of both sockets can hold. */
const large = Buffer.alloc(32 * MB);

let server: Server | undefined;
const sockets: Socket[] = [];
afterEach(() => {
  vi.useRealTimers();
  for (const socket of sockets.splice(0)) socket.destroy();
  server?.closeAllConnections();
  server?.close();
});

async function listen(made: Server): Promise<number> {
  server = made;
  made.listen(0, "127.0.0.1");
  await once(made, "listening");
  return (made.address() as AddressInfo).port;
}

async function open(port: number): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  sockets.push(socket);
  socket.on("error", () => {});
  await once(socket, "connect");
  return socket;
}

const count = () =>
  new Promise<number>((resolve, reject) =>
    server?.getConnections((error, connections) => (error ? reject(error) : resolve(connections))),
  );

describe("a client that sends many requests without waiting", () => {
  const paths = Array.from({ length: 300 }, (_, at) => `/${at}`);
  const all = paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`).join("");
  let begun: (string | undefined)[];
  let underWay: number;
  let most: number;
  beforeEach(() => {
    begun = [];
    underWay = 0;
    most = 0;
  });

  /** Answers with the path; `last` begins but never answers. */
  async function serve(last?: string): Promise<number> {
    const made = createBoundedServer();
    const answer: RequestListener = ({ url, socket }, response) => {
      begun.push(url);
      most = Math.max(most, ++underWay);
      setImmediate(() => {
        underWay--;
        if (url === last) socket.destroy();
        else response.end(`${url};`);
      });
    };
    made.on("request", inTurn(answer));
    return listen(made);
  }

  it("is answered in their order, each once the one before has gone out", async () => {
    const hasty = await open(await serve());
    hasty.write(all);
    let got = "";
    hasty.setEncoding("utf8").on("data", (text) => {
      got += text;
    });
    await expect.poll(() => got, { timeout: 15_000 }).toMatch(/\/299;/);
    expect(got.match(/\/[0-9]+;/g)).toEqual(paths.map((path) => `${path};`));
    expect(begun).toEqual(paths);
    expect(most).toBe(1);
  });

  it("and leaves is answered no more", async () => {
    const port = await serve("/9");
    const hasty = await open(port);
    const gone = once(hasty.resume(), "close");
    hasty.write(all);
    await gone;
    expect(await (await fetch(`http://127.0.0.1:${port}/other`)).text()).toBe("/other;");
    expect(begun).toEqual([...paths.slice(0, 10), "/other"]);
  });
});

describe("a client that reads slowly", () => {
  const quick = { graceMs: 200, bytesPerS: 8 * MB, lookEveryMs: 20 };

  it("is cut off, and one that reads gets all", async () => {
    const made = createBoundedServer(quick);
    made.on("request", (_, response) => response.end(large));
    const port = await listen(made);
    const slow = await open(port);
    slow.pause();
    slow.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    const whole = await (await fetch(`http://127.0.0.1:${port}`, { headers: { connection: "close" } })).arrayBuffer();
    expect(whole.byteLength).toBe(large.length);
    const cut = once(slow, "close");
    await expect.poll(count, { timeout: 15_000 }).toBe(0);
    slow.resume();
    await cut;
    expect(slow.bytesRead).toBeLessThan(large.length);
  });

  it("is not one that waits while the shop is slow to answer", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
    const made = createBoundedServer();
    made.on("request", (_, response) => {
      response.write("first");
      setImmediate(() => {
        vi.advanceTimersByTime(600_000);
        response.end(" last");
      });
    });
    const port = await listen(made);
    expect(await (await fetch(`http://127.0.0.1:${port}`)).text()).toBe("first last");
  });
});

describe("a client that sends slowly", () => {
  const pace = { graceMs: 300, bytesPerS: 20_000, lookEveryMs: 20 };
  const HEAD = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 60000\r\n\r\n";

  /** Answers how many bytes came; or at once, before they have. */
  async function serve(isRefused = false): Promise<number> {
    const made = createBoundedServer(pace);
    made.on("request", async (request, response) => {
      if (isRefused) return response.end("refused");
      let bytes = 0;
      request.on("data", ({ length }: Buffer) => {
        bytes += length;
      });
      request.on("end", () => response.end(`got ${bytes}`)).on("error", () => {});
    });
    return listen(made);
  }

  /** Sends the head and then a piece every 20 ms. Resolves with all that came back, once the body is sent or cut. */
  async function send(port: number, piece: number): Promise<string> {
    const socket = await open(port);
    let got = "";
    socket.setEncoding("utf8").on("data", (text) => {
      got += text;
    });
    socket.write(HEAD);
    for (let sent = 0; sent < 60_000 && !socket.closed; sent += piece) {
      socket.write(Buffer.alloc(Math.min(piece, 60_000 - sent)));
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    if (!socket.closed) await expect.poll(() => got).not.toBe("");
    return got;
  }

  it("may take as long as its body needs, if it keeps up the pace", async () => {
    const port = await serve();
    // Twice the pace: a second and a half, far beyond the grace.
    expect(await send(port, 800)).toContain("got 60000");
    expect(server?.requestTimeout, "Node's limit for a whole request").toBe(0);
  });

  it("is cut off if it does not", async () => {
    expect(await send(await serve(), 20)).toBe("");
  });

  it("is cut off soon after its answer, at whatever pace", async () => {
    const port = await serve(true);
    const socket = await open(port);
    const cut = once(socket.resume(), "close");
    socket.write(HEAD);
    const sending = setInterval(() => socket.write(Buffer.alloc(400)), 20);
    const start = performance.now();
    await cut;
    clearInterval(sending);
    expect(socket.bytesWritten).toBeLessThan(60_000);
    expect(performance.now() - start).toBeGreaterThanOrEqual(pace.graceMs);
  });
});

it("a connection beyond the limit is sent away, and the others are served", async () => {
  const made = createBoundedServer({ maxConnections: 2 });
  made.on("request", (_, response) => response.end("served"));
  const port = await listen(made);
  const [first, second] = [await open(port), await open(port)];
  await expect.poll(count).toBe(2);
  const third = await open(port);
  await once(third, "close");
  for (const socket of [first, second]) {
    socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    expect(String(await once(socket, "data"))).toContain("served");
  }
});

it("an address may hold only its share of all connections, and the networks around it a little more", () => {
  const shares = createShares(4);
  const takeAll = (count: number, nameOf: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => shares.take(nameOf(at))).filter(Boolean).length;
  expect(takeAll(10, () => "203.0.113.7")).toBe(4);
  expect(takeAll(10, (at) => `203.0.113.${20 + at}`)).toBe(2);
  expect(takeAll(10, (at) => `203.0.${at}.1`)).toBe(2);
  expect(takeAll(20, (at) => `2001:db8:1:${at.toString(16)}00::1`)).toBe(8);
  expect(shares.take("198.51.100.7")).toBe(true);
  shares.giveBack("203.0.113.7");
  expect(shares.take("::ffff:203.0.113.7")).toBe(true);
  expect(shares.take("203.0.113.7")).toBe(false);
});

describe("closing", () => {
  it("answers what comes on an open connection, tells it to leave, and waits for no idle one", {
    timeout: 7_000,
  }, async () => {
    const made = createBoundedServer();
    made.on("request", (_, response) => response.end("served"));
    const port = await listen(made);
    const [stored, idle] = [await open(port), await open(port)];
    stored.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    expect(String(await once(stored, "data"))).toContain("Connection: keep-alive");
    const closed = closeServer(made);
    stored.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    const answer = String(await once(stored, "data"));
    expect(answer).toContain("200 OK");
    expect(answer).toContain("Connection: close");
    const gone = once(idle, "close");
    await closed;
    await gone;
    await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toMatchObject({ cause: { code: "ECONNREFUSED" } });
  });

  it("also tells those whose answer is under way", async () => {
    const made = createBoundedServer();
    const asked = new Promise<() => void>((resolve) => {
      made.on("request", (_, response) => resolve(() => response.end("served")));
    });
    const socket = await open(await listen(made));
    socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    const answer = await asked;
    const closed = closeServer(made);
    answer();
    expect(String(await once(socket, "data"))).toContain("Connection: close");
    await closed;
  });

  it("answers all that a client has sent at once, and tells it to leave with the last", async () => {
    const made = createBoundedServer();
    const first = Promise.withResolvers<() => void>();
    const answer: RequestListener = ({ url }, response) => {
      if (url === "/first") first.resolve(() => response.end("first"));
      else response.end(url === "/last" ? "last" : "between");
    };
    made.on("request", inTurn(answer));
    const socket = await open(await listen(made));
    let got = "";
    socket.on("data", (some) => {
      got += some;
    });
    const asked = ["/first", "/between", "/last"].map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
    socket.write(asked.join(""));
    const answerFirst = await first.promise;
    const closed = closeServer(made);
    const gone = once(socket, "close");
    answerFirst();
    await Promise.all([closed, gone]);
    expect(got.match(/first|between|last|Connection: \S+/g)).toEqual([
      ...["Connection: keep-alive", "first", "Connection: keep-alive", "between", "Connection: close", "last"],
    ]);
  });
});

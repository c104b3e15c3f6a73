import { createServer, request } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { test as shared } from "./fixtures.ts";

type Line = {
  url: string;
  /** Every connection breaks, also those in the middle of an answer. */
  cut: () => void;
};

/** As `test`, with a line between the browser and the shop that can be cut. */
export const test = shared.extend<{ line: Line }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern
  line: async ({}, use) => {
    const sockets = new Set<Socket>();
    const server = createServer((asked, answer) => {
      const { method, headers, url = "" } = asked;
      const onward = request(url, { method, headers }, (response) => {
        answer.writeHead(response.statusCode ?? 502, response.headers);
        answer.flushHeaders();
        response.pipe(answer);
      });
      onward.on("error", () => answer.destroy());
      answer.on("close", () => onward.destroy());
      asked.pipe(onward);
    });
    server.on("connect", ({ url = "" }, socket) => {
      const { hostname, port } = new URL(`http://${url}`);
      const onward = connect(Number(port), hostname, () => socket.write("HTTP/1.1 200 Connection established\r\n\r\n"));
      for (const end of [onward, socket]) end.on("error", () => end.destroy());
      onward.pipe(socket).pipe(onward);
    });
    server.on("connection", (socket) => {
      sockets.add(socket);
      socket.on("close", () => sockets.delete(socket));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const cut = () => {
      for (const socket of sockets) socket.destroy();
    };
    await use({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, cut });
    cut();
    server.close();
  },
  proxy: async ({ line }, use) => use({ server: line.url, bypass: "<-loopback>" }),
});

import { once } from "node:events";
import { createServer } from "node:http";

/** All values in the text format of Prometheus. */
export type MetricsText = { read: () => Promise<string>; contentType: string };

/** Where Prometheus asks. */
export type MetricsAddress = { host: string; port: number };

/** Serves the metrics at `/metrics`, on a port of their own, until the returned function stops it. */
export async function serveMetrics(metrics: MetricsText, { host, port }: MetricsAddress): Promise<() => Promise<void>> {
  const server = createServer({ requestTimeout: 10_000 }, (request, response) => {
    if (request.method !== "GET" || request.url !== "/metrics") {
      response.writeHead(404).end();
      return;
    }
    metrics.read().then(
      (text) => response.writeHead(200, { "Content-Type": metrics.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  server.listen(port, host);
  await once(server, "listening").catch((error: unknown) => {
    throw new Error(`METRICS cannot be served at ${host}:${port}: ${error instanceof Error ? error.message : error}`);
  });
  return async () => {
    server.close();
    server.closeAllConnections();
    await once(server, "close");
  };
}

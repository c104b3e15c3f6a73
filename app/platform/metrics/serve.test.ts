import { createServer } from "node:net";
import { expect, it } from "vitest";
import { serveMetrics } from "./serve.server.ts";

it("names the setting when somebody else has its port", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => other.once("listening", resolve));
  const port = Number(Object.assign({ port: 0 }, other.address()).port);
  const metrics = { read: async () => "", contentType: "text/plain" };
  await expect(serveMetrics(metrics, { host: "127.0.0.1", port })).rejects.toThrow(
    `METRICS cannot be served at 127.0.0.1:${port}: listen EADDRINUSE`,
  );
  other.close();
});

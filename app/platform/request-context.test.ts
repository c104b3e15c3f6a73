import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { readTrace, runInRequest, runOutsideRequests } from "./request-context.server.ts";

const id = "4bf92f3577b34da6a3ce929d0e0e4736";

it("a call to another server carries the trace of the request on whose behalf it is made", async () => {
  const server = createServer((request, response) => response.end(request.headers.traceparent ?? "none"));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const ask = async () => (await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)).text();
  const request = { requestId: "1", trace: readTrace(`00-${id}-00f067aa0ba902b7-01`) };
  const said = await runInRequest(request, ask);
  expect(said).toMatch(new RegExp(`^00-${id}-[0-9a-f]{16}-01$`));
  expect(said).not.toContain("00f067aa0ba902b7");
  expect(await runInRequest({ ...request, trace: undefined }, ask)).toBe("none");
  expect(await runInRequest(request, () => runOutsideRequests(ask))).toBe("none");
  server.close();
});

// W3C Trace Context, 3.2.2
it.each([
  undefined,
  "",
  id,
  `00-${id}-00f067aa0ba902b7`,
  `ff-${id}-00f067aa0ba902b7-01`,
  `00-${"0".repeat(32)}-00f067aa0ba902b7-01`,
  `00-${id}-${"0".repeat(16)}-01`,
  `00-${id.toUpperCase()}-00f067aa0ba902b7-01`,
])("the header %j names no trace", (header) => {
  expect(readTrace(header)).toBeUndefined();
});

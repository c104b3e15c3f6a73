import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { endpoint } from "#app/contract/endpoint.ts";
import { problemDocument } from "#app/contract/problem-document.ts";
import { openDb, openPool } from "#app/platform/db/client.server.ts";
import { createLog } from "#app/platform/log.server.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { createDatabase, silent } from "#test/database.ts";
import { call, signedIn, type TestPerson } from "#test/people.ts";
import { buildApi } from "./api.server.ts";
import { serve } from "./handler.server.ts";
import { mountReference } from "./reference.server.ts";

let shop: TestApp;
let buyer: TestPerson;

beforeAll(async () => {
  shop = await startTestApp();
  buyer = await signedIn(shop.db);
});

async function expectProblem(response: Response, status: number) {
  const text = await response.text();
  expect(response.status).toBe(status);
  expect(response.headers.get("content-type")).toBe("application/problem+json");
  expect(problemDocument.parse(JSON.parse(text)).status).toBe(status);
  expect(text).not.toMatch(/ at \S+ \(|node_modules|select |insert /);
}

const send = (body: string, headers: Record<string, string> = {}) =>
  call(shop, "POST /orders", { as: buyer, body, headers });

describe("an access token", () => {
  // RFC 9110, 11.1 and 11.6.1
  it.each(["Bearer", "bearer", "BEARER"])("is known behind the scheme %s", async (scheme) => {
    const headers = { authorization: `${scheme} ${buyer.token}` };
    expect((await call(shop, `GET /profile/${buyer.email}`, { headers })).status).toBe(200);
  });

  it.each([undefined, "Bearer", "Bearer not a token", `Bearer ${"a".repeat(43)}`])(
    "is asked for by the 401 to %j",
    async (authorization) => {
      const headers: Record<string, string> = authorization ? { authorization } : {};
      const response = await call(shop, `GET /profile/${buyer.email}`, { headers });
      expect(response.headers.get("www-authenticate")).toBe("Bearer");
      await expectProblem(response, 401);
    },
  );
});

describe("a body", () => {
  it.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "",
    "application/xml",
  ])("of the type %j is refused with 415", async (type) => {
    await expectProblem(await send("{}", { "content-type": type }), 415);
  });

  it("that says it is compressed is refused with 415", async () => {
    await expectProblem(await send("{}", { "content-encoding": "gzip" }), 415);
  });

  it("over 64 KB is refused with 413, with or without a Content-Length", async () => {
    const big = JSON.stringify({ name: "x".repeat(10_000_000) });
    await expectProblem(await send(big), 413);
    const chunks = new ReadableStream({
      start(controller) {
        for (let sent = 0; sent < 100; sent++) controller.enqueue(new TextEncoder().encode(big.slice(0, 10_000)));
        controller.close();
      },
    });
    const headers = { "content-type": "application/json", authorization: `Bearer ${buyer.token}` };
    const init = { method: "POST", headers, body: chunks, duplex: "half" };
    const request = new Request("http://localhost/api/orders", init);
    await expectProblem(await shop.app.request(request), 413);
  });

  it.each([
    ["30,000 open brackets", "[".repeat(30_000)],
    ["deep but valid JSON", "[".repeat(30_000) + "]".repeat(30_000)],
    ["nine levels", `${'{"a":'.repeat(9)}1${"}".repeat(9)}`],
    ["5,000 keys", JSON.stringify(Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`k${at}`, 1])))],
    ["a key that appears twice", '{"name":"a","name":"b"}'],
    ["a key that appears twice in disguise", '{"name":"a","n\\u0061me":"b"}'],
    ["__proto__", '{"__proto__":{"isAdmin":true}}'],
    ["constructor.prototype", '{"constructor":{"prototype":{"isAdmin":true}}}'],
    ["nothing", ""],
    ["null", "null"],
    ["an array", "[]"],
    ["a string", '"order"'],
    ["half an object", '{"name":'],
    ["an unclosed string of escapes", `"${'\\"'.repeat(30_000)}`],
    ["a NUL", '{"name":"a\u0000"}'],
  ])("of %s is refused with 400", async (_, body) => {
    await expectProblem(await send(body), 400);
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  });

  it.each([
    ["nine levels", `${'{"a":'.repeat(9)}1${"}".repeat(9)}`, "The JSON is nested too deeply."],
    ["a key twice", '{"name":"a","n\\u0061me":"b"}', "A key in the JSON appears twice or is not allowed."],
  ])("with %s is refused for that, before the contract reads it", async (_, body, detail) => {
    expect(await (await send(body)).json()).toMatchObject({ code: "invalid-input", detail });
  });
});

describe("an address", () => {
  it("that is unknown answers 404, a known one with another method 405 and the methods it knows", async () => {
    await expectProblem(await call(shop, "GET /nothing"), 404);
    await expectProblem(await call(shop, "GET /orders/1/2/3"), 404);
    const response = await call(shop, "PATCH /orders");
    expect(response.headers.get("allow")).toBe("GET, POST");
    await expectProblem(response, 405);
  });

  it("that gives data lets nothing in it run or be framed", async () => {
    const { headers } = await call(shop, "GET /trims?limit=1");
    expect(headers.get("content-security-policy")).toBe("default-src 'none'; frame-ancestors 'none'");
  });

  it("of the reference answers the contract as OpenAPI 3.1, and its reader from our own origin", async () => {
    const document = await (await call(shop, "GET /openapi.json")).json();
    expect(document.openapi).toBe("3.1.0");
    expect(document.paths["/orders"].post.security).toEqual([{ bearer: [] }]);
    expect(document.paths["/orders"].post.responses["409"].description).toContain("above-available");
    const page = await (await call(shop, "GET /docs")).text();
    const sources = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, source]) => source);
    expect(sources).toHaveLength(3);
    for (const source of sources) expect((await call(shop, `GET /${source}`)).status).toBe(200);
  });
});

it("answers on every address with headers that keep others out", async () => {
  for (const path of ["GET /trims", "GET /orders", "GET /nothing"]) {
    const { headers } = await call(shop, path);
    expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect(headers.get("x-frame-options")).toBe("DENY");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("access-control-allow-origin")).toBeNull();
    expect(headers.get("x-request-id")).toMatch(/^[\w-]+$/);
  }
});

describe("building the API", () => {
  const open = endpoint({
    method: "GET",
    path: "/x",
    access: "public",
    summary: "",
    output: z.object({ shown: z.int() }),
  });
  const rest = {
    mounts: [],
    log: silent,
    whoIs: async () => undefined,
    whoseCookie: async () => undefined,
    sessionCookie: "session",
    readNetwork: () => ["unknown"],
    readAddress: () => null,
    trustedOrigins: [],
    onPagesChanged: () => {},
  };

  it("fails for an endpoint that says nothing about access", async () => {
    const { db, drop } = await createDatabase();
    const { access: _, ...silentOne } = open;
    const served = [serve(silentOne as typeof open, async () => ({ shown: 1 }))];
    expect(() => buildApi({ ...rest, db, served })).toThrow("GET /x says nothing about access");
    await drop();
  });

  it("fails for two refusals that programs could not tell apart", async () => {
    const { db, drop } = await createDatabase();
    const gone = { code: "gone", status: 404, title: "It is gone" } as const;
    const moved = { code: "gone", status: 409, title: "It is elsewhere" } as const;
    const answer = async () => ({ shown: 1 });
    const served = [
      serve({ ...open, refuses: [gone] }, answer),
      serve({ ...open, path: "/y", refuses: [gone, moved] }, answer),
    ];
    expect(() => buildApi({ ...rest, db, served })).toThrow("two refusals are called gone");
    await drop();
  });

  it("describes each refusal of an endpoint, by its status", async () => {
    const { db, drop } = await createDatabase();
    const gone = { code: "gone", status: 409, title: "It is gone" } as const;
    const moved = { code: "moved", status: 409, title: "It is elsewhere" } as const;
    const served = [serve({ ...open, refuses: [gone, moved] }, async () => ({ shown: 1 }))];
    const api = buildApi({ ...rest, db, served, mounts: [mountReference] });
    const { paths } = await (await api.request("/openapi.json")).json();
    expect(paths["/x"].get.responses[409]).toMatchObject({
      description: "gone: It is gone; moved: It is elsewhere",
    });
    await drop();
  });

  it("lets no field out that the contract does not name", async () => {
    const { db, drop } = await createDatabase();
    const served = [serve(open, async () => ({ shown: 1, hidden: 2 }))];
    expect(await (await buildApi({ ...rest, db, served }).request("/x")).json()).toEqual({ shown: 1 });
    await drop();
  });

  it.each([
    ["25006", "a server that is read-only, in the moment of a failover"],
    ["40001", "a serialization failure"],
    ["40P01", "a deadlock"],
    ["53200", "no memory"],
    ["58030", "an input or output error"],
  ])("answers 503 to SQLSTATE %s, %s", async (code) => {
    const { db, drop } = await createDatabase();
    const raise = sql.raw(`do $$ begin raise exception using errcode = '${code}'; end $$`);
    const raising = serve(open, async (request) => ({ shown: (await request.db.execute(raise)).rowCount ?? 0 }));
    const response = await buildApi({ ...rest, db, served: [raising] }).request("/x");
    await drop();
    expect(response.headers.get("retry-after")).toBe("1");
    await expectProblem(response, 503);
  });

  it("logs neither a slow database nor a fault when a client leaves in the middle of its request", async () => {
    const { db, drop } = await createDatabase();
    const lines: string[] = [];
    const log = createLog("debug", { write: (line) => lines.push(line) });
    const body = z.strictObject({ name: z.string() });
    const writing = serve({ ...open, method: "POST", body }, async () => ({ shown: 1 }));
    const api = buildApi({ ...rest, log, db, served: [writing] });
    const server = createServer(getRequestListener(api.fetch)).listen(0, "127.0.0.1");
    await once(server, "listening");
    const asked = once(server, "request");
    const client = connect((server.address() as AddressInfo).port, "127.0.0.1");
    client.write("POST /x HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{");
    await asked;
    client.destroy();
    await expect.poll(() => lines.length).toBe(1);
    server.close();
    await drop();
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({ level: 20, msg: "the client left" });
  });

  it("answers 503 when the database is not there, and 500 without a word of the cause for a mistake of ours", async () => {
    const pool = openPool({ host: "/nowhere", user: "shop" }, silent);
    const asking = serve(open, async (request) => ({ shown: (await request.db.execute("select 1")).rowCount ?? 0 }));
    const failing = serve({ ...open, path: "/y" }, async () => {
      throw new Error("secret at node_modules");
    });
    const api = buildApi({ ...rest, db: openDb(pool), served: [asking, failing] });
    const response = await api.request("/x");
    expect(response.headers.get("retry-after")).toBe("1");
    await expectProblem(response, 503);
    await expectProblem(await api.request("/y"), 500);
    await pool.end();
  });
});

import { beforeAll, describe, expect, it } from "vitest";
import { audit } from "#app/features/audit/tables.server.ts";
import { startTestApp, type TestApp } from "./app.ts";
import { call, signedIn, type TestPerson } from "./people.ts";

let shop: TestApp;
let admin: TestPerson;
let exported: string[];

beforeAll(async () => {
  shop = await startTestApp();
  admin = await signedIn(shop.db, { role: "admin" });
  const { paths } = await (await call(shop, "GET /openapi.json")).json();
  // A statement is the buyer's own.
  exported = Object.keys(paths).filter((path) => path.endsWith(".csv") && path !== "/statement.csv");
});

/** All headers except the request's own id and those about compression. */
const describing = ({ headers }: Response) =>
  [...headers].filter(([name]) => name !== "x-request-id" && name !== "vary" && name !== "transfer-encoding");

describe("A list that leaves the shop as CSV", () => {
  it("is recorded once for each download", async () => {
    expect(exported).toHaveLength(5);
    for (const path of exported) {
      const before = await shop.db.$count(audit);
      const response = await call(shop, `GET ${path}`, { as: admin });
      expect((await response.text()).length).toBeGreaterThan(10);
      expect(await shop.db.$count(audit), path).toBe(before + 1);
    }
  });

  it("is described to HEAD by the same headers, and recorded as nothing", async () => {
    for (const path of exported) {
      const full = await call(shop, `GET ${path}`, { as: admin });
      await full.body?.cancel();
      const before = await shop.db.$count(audit);
      const head = await call(shop, `HEAD ${path}`, { as: admin });
      expect({ path, status: head.status, headers: describing(head) }).toEqual({
        ...{ path, status: 200, headers: describing(full) },
      });
      expect(await head.text()).toBe("");
      expect(await shop.db.$count(audit), path).toBe(before);
    }
  });
});

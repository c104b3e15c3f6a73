import { beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "#test/app.ts";
import { call, signedIn, type TestPerson } from "#test/people.ts";

let shop: TestApp;
let buyer: TestPerson;
let admin: TestPerson;

beforeAll(async () => {
  shop = await startTestApp();
  buyer = await signedIn(shop.db);
  admin = await signedIn(shop.db, { role: "admin" });
});

describe("GET /admin/:email", () => {
  it("tells everybody about themselves and an admin about all", async () => {
    const answers = [
      await call(shop, `GET /admin/${buyer.email}`, { as: buyer }),
      await call(shop, `GET /admin/${admin.email}`, { as: admin }),
      await call(shop, `GET /admin/${buyer.email}`, { as: admin }),
      await call(shop, "GET /admin/unknown@denim.example", { as: admin }),
    ];
    expect(await Promise.all(answers.map((answer) => answer.json()))).toEqual([
      { admin: false },
      { admin: true },
      { admin: false },
      { admin: false },
    ]);
  });

  it("refuses a buyer who asks about another with 403, a visitor with 401, a malformed address with 400", async () => {
    expect((await call(shop, `GET /admin/${admin.email}`, { as: buyer })).status).toBe(403);
    expect((await call(shop, `GET /admin/${buyer.email}`)).status).toBe(401);
    expect((await call(shop, "GET /admin/nonsense", { as: buyer })).status).toBe(400);
  });
});

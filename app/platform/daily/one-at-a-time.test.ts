import { afterAll, beforeAll, expect, it } from "vitest";
import { createDatabase } from "#test/database.ts";
import { oneAtATime } from "./one-at-a-time.server.ts";

let database: Awaited<ReturnType<typeof createDatabase>>;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

it("leaves a chore to whoever does it already, and to the next one after that", async () => {
  const { db } = database;
  const began = Promise.withResolvers<void>();
  const finish = Promise.withResolvers<void>();
  const first = oneAtATime(db, "sweep", async () => {
    began.resolve();
    await finish.promise;
  });
  await began.promise;
  const done: string[] = [];
  expect(await oneAtATime(db, "sweep", async () => done.push("sweep"))).toBe(false);
  expect(await oneAtATime(db, "count", async () => done.push("count"))).toBe(true);
  finish.resolve();
  expect(await first).toBe(true);
  expect(await oneAtATime(db, "sweep", async () => done.push("sweep"))).toBe(true);
  expect(done).toEqual(["count", "sweep"]);
});

it("lets the next one try after a failure", async () => {
  const { db } = database;
  const failing = oneAtATime(db, "sweep", () => Promise.reject(new Error("no broom")));
  await expect(failing).rejects.toThrow("no broom");
  expect(await oneAtATime(db, "sweep", async () => {})).toBe(true);
});

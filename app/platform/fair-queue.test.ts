import { expect, it } from "vitest";
import { createFairQueue, type Lane } from "./fair-queue.server.ts";

/** A queue whose jobs end on command; `started` lists the names in order of their turns. */
function queueOf(limits: { running: number; waiting: number; patienceMs?: number }) {
  const queue = createFairQueue(limits, () => new Error("full"));
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const come = (name: string, lane: Lane, signal?: AbortSignal) =>
    queue.run(
      lane,
      () => {
        started.push(name);
        return new Promise<void>((resolve) => ends.push(resolve));
      },
      signal,
    );
  const endAll = async (count: number) => {
    for (let ended = 0; ended < count; ended++) {
      await expect.poll(() => ends.length, { interval: 1 }).toBeGreaterThan(0);
      ends.shift()?.();
    }
  };
  return { ...queue, come, started, endAll };
}

it("runs two at a time, each lane in order of arrival", async () => {
  const { come, started, endAll, count } = queueOf({ running: 2, waiting: 3 });
  const works = ["1", "2", "3", "4", "5"].map((name) => come(name, ["a", "x"]));
  await expect.poll(() => started).toEqual(["1", "2"]);
  expect(count()).toEqual({ running: 2, waiting: 3 });
  await endAll(5);
  await Promise.all(works);
  expect(started).toEqual(["1", "2", "3", "4", "5"]);
  expect(count()).toEqual({ running: 0, waiting: 0 });
});

it("lets networks take turns, and at each level what is in them", async () => {
  const { come, started, endAll } = queueOf({ running: 1, waiting: 20 });
  const works = [
    ...["x1", "x2", "x3", "x4"].map((name) => come(name, ["a", "a1", "x"])),
    ...["y1", "y2"].map((name) => come(name, ["a", "a2", "y"])),
    ...["z1", "z2"].map((name) => come(name, ["b", "b1", "z"])),
  ];
  await endAll(8);
  await Promise.all(works);
  expect(started).toEqual(["x1", "z1", "x2", "z2", "y1", "x3", "y2", "x4"]);
});

it("lets the other of two wide lanes go first after each turn, however late it comes", async () => {
  const { come, started, endAll } = queueOf({ running: 1, waiting: 20 });
  const works = ["x1", "x2", "x3", "x4"].map((name) => come(name, ["new", "x"]));
  await endAll(1);
  await expect.poll(() => started).toEqual(["x1", "x2"]);
  works.push(come("y1", ["known", "y"]));
  await endAll(2);
  await expect.poll(() => started).toEqual(["x1", "x2", "y1", "x3"]);
  works.push(come("y2", ["known", "y"]));
  await endAll(3);
  await Promise.all(works);
  expect(started).toEqual(["x1", "x2", "y1", "x3", "y2", "x4"]);
});

it("when full, replaces one of the longest lane: a newcomer always gets a place", async () => {
  const { come, started, endAll, count } = queueOf({ running: 1, waiting: 4 });
  const first = come("x0", ["a", "x"]);
  const crowd = ["x1", "x2", "x3", "x4"].map((name) => come(name, ["a", "x"]));
  const others = ["b", "c", "d"].map((network) => come(network, [network, "y"]));
  const settled = Promise.allSettled(crowd);
  expect(count()).toEqual({ running: 1, waiting: 4 });
  await endAll(5);
  await Promise.all([first, ...others]);
  expect((await settled).map(({ status }) => status).toSorted()).toEqual([
    "fulfilled",
    "rejected",
    "rejected",
    "rejected",
  ]);
  expect(started).toHaveLength(5);
  expect(new Set(started).isSupersetOf(new Set(["x0", "b", "c", "d"]))).toBe(true);
});

// Sixty networks /64 of one customer are one lane.
it("keeps nobody out, however many narrow networks one wide network has", async () => {
  const { come, endAll } = queueOf({ running: 1, waiting: 50 });
  const attacks = Array.from({ length: 200 }, (_, at) => come(`attack ${at}`, ["2001:db8::/48", `${at}`, "guess"]));
  const settled = Promise.allSettled(attacks);
  const honest = Array.from({ length: 20 }, (_, at) => come("honest", [`198.${at}.0.0/16`, "office", "me"]));
  const more = Promise.allSettled(
    Array.from({ length: 200 }, (_, at) => come("more", ["2001:db8::/48", `${at}`, "guess"])),
  );
  await endAll(51);
  await Promise.all(honest);
  await Promise.all([settled, more]);
});

it("replaces a random one when all lanes are as long, not always the newcomer", async () => {
  let places = 0;
  for (let round = 0; round < 40; round++) {
    const { come, endAll } = queueOf({ running: 1, waiting: 4 });
    const all = ["a", "b", "c", "d", "e"].map((network) => come(network, [network]));
    const newcomer = come("new", ["new"]).then(() => places++);
    const settled = Promise.allSettled([...all, newcomer]);
    await endAll(5);
    await settled;
  }
  expect(places).toBeGreaterThan(10);
});

it("refuses who has waited too long, and lets go who has left", async () => {
  const { come, endAll, count, started } = queueOf({ running: 1, waiting: 4, patienceMs: 20 });
  const first = come("first", ["a"]);
  const leaving = new AbortController();
  const left = expect(come("left", ["b"], leaving.signal)).rejects.toThrow("gone");
  leaving.abort(new Error("gone"));
  await left;
  await expect(come("late", ["a"])).rejects.toThrow("full");
  expect(count()).toEqual({ running: 1, waiting: 0 });
  await endAll(1);
  await first;
  expect(started).toEqual(["first"]);
});

it("continues after work that failed", async () => {
  const queue = createFairQueue({ running: 1, waiting: 1 }, () => new Error("full"));
  await expect(queue.run(["a", "x"], () => Promise.reject(new Error("bad")))).rejects.toThrow("bad");
  await expect(queue.run(["a", "x"], async () => "good")).resolves.toBe("good");
});

import { expect, it } from "vitest";
import { createFairQueue, type Lane } from "./fair-queue.server.ts";

/** A queue whose jobs end on command; `started` lists the names in order of their turns. */
function queueOf(limits: { running: number; waiting: number }) {
  const queue = createFairQueue(limits, () => new Error("full"));
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const come = (name: string, lane: Lane) =>
    queue.run(lane, () => {
      started.push(name);
      return new Promise<void>((resolve) => ends.push(resolve));
    });
  const endAll = async (count: number) => {
    for (let ended = 0; ended < count; ended++) {
      await expect.poll(() => ends.length).toBeGreaterThan(0);
      ends.shift()?.();
    }
  };
  return { come, started, endAll };
}

it("runs two at a time, each queue in order of arrival, and refuses when full", async () => {
  const { come, started, endAll } = queueOf({ running: 2, waiting: 3 });
  const works = ["1", "2", "3", "4", "5"].map((name) => come(name, ["a", "x"]));
  await expect.poll(() => started).toEqual(["1", "2"]);
  await expect(come("6", ["a", "x"])).rejects.toThrow("full");
  await endAll(5);
  await Promise.all(works);
  expect(started).toEqual(["1", "2", "3", "4", "5"]);
});

it("lets networks take turns, and accounts within a network", async () => {
  const { come, started, endAll } = queueOf({ running: 1, waiting: 20 });
  const works = [
    ...["x1", "x2", "x3", "x4"].map((name) => come(name, ["a", "x"])),
    ...["y1", "y2"].map((name) => come(name, ["a", "y"])),
    ...["z1", "z2"].map((name) => come(name, ["b", "z"])),
  ];
  await endAll(8);
  await Promise.all(works);
  expect(started).toEqual(["x1", "x2", "z1", "y1", "z2", "x3", "y2", "x4"]);
});

it("gives the last place in the longest queue to a shorter queue, never the other way round", async () => {
  const { come, started, endAll } = queueOf({ running: 1, waiting: 4 });
  const first = come("x0", ["a", "x"]);
  const crowd = ["x1", "x2", "x3", "x4"].map((name) => come(name, ["a", "x"]));
  const refused = Promise.all(crowd.map((work) => expect(work).rejects.toThrow("full")));
  // First in the crowd's network, then in others, until every network has one place.
  const others = (["a", "b", "c", "d"] as const).map((network) => come(network, [network, "y"]));
  await refused;
  await expect(come("x5", ["a", "x"])).rejects.toThrow("full");
  await expect(come("e", ["e", "y"])).rejects.toThrow("full");
  await endAll(5);
  await Promise.all([first, ...others]);
  expect(started).toEqual(["x0", "a", "b", "c", "d"]);
});

it("continues after work that failed", async () => {
  const queue = createFairQueue({ running: 1, waiting: 1 }, () => new Error("full"));
  await expect(queue.run(["a", "x"], () => Promise.reject(new Error("bad")))).rejects.toThrow("bad");
  await expect(queue.run(["a", "x"], async () => "good")).resolves.toBe("good");
});

import { expect, it } from "vitest";
import { createQueue } from "./queue.server.ts";

const refuse = () => {
  throw new Error("full");
};

it("runs two at a time in the order they came, lets three wait and refuses the sixth", async () => {
  const queue = createQueue({ running: 2, waiting: 3 }, refuse);
  const order: number[] = [];
  const ends: (() => void)[] = [];
  const act = (number: number) =>
    queue.run(() => {
      order.push(number);
      return new Promise<void>((resolve) => ends.push(resolve));
    });
  const works = [1, 2, 3, 4, 5].map(act);
  await expect.poll(() => order).toEqual([1, 2]);
  await expect(act(6)).rejects.toThrow("full");
  expect(() => queue.requireRoom()).toThrow("full");
  for (let ended = 0; ended < 5; ended++) {
    ends.shift()?.();
    await expect.poll(() => ends.length).toBe(Math.min(2, 4 - ended));
  }
  await Promise.all(works);
  queue.requireRoom();
  expect(order).toEqual([1, 2, 3, 4, 5]);
});

it("goes on after work that failed", async () => {
  const queue = createQueue({ running: 1, waiting: 1 }, refuse);
  await expect(queue.run(() => Promise.reject(new Error("bad")))).rejects.toThrow("bad");
  await expect(queue.run(async () => "good")).resolves.toBe("good");
});

import { describe, expect, it } from "vitest";
import { createRenderQueue } from "./render-queue.server.ts";

const { signal } = new AbortController();

/** A queue, and what starts in it, in turn. Each work lasts until `end` is called. */
function queueOf(limits: { running: number; waiting: number }) {
  const queue = createRenderQueue(limits, () => {
    throw new Error("full");
  });
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const add = (name: string, rank: 0 | 1 | 2 | 3, until: AbortSignal = signal) =>
    queue.run(
      () => {
        started.push(name);
        return new Promise<void>((resolve) => ends.push(resolve));
      },
      { rank, signal: until },
    );
  const settle = () => new Promise(setImmediate);
  const end = async () => {
    await settle();
    ends.shift()?.();
    await settle();
  };
  return { add, end, settle, started };
}

describe("renders that wait", () => {
  it("start in the order they came, those of a lower rank first", async () => {
    const { add, end, started } = queueOf({ running: 1, waiting: 5 });
    const all = [add("first", 1), add("b1", 2), add("b2", 2), add("a1", 1), add("a2", 1), add("now", 0)];
    for (const _ of all) await end();
    await Promise.all(all);
    expect(started).toEqual(["first", "now", "a1", "a2", "b1", "b2"]);
  });

  it("are refused beyond the limit of their rank, except those of rank 0", async () => {
    const { add, end, started } = queueOf({ running: 1, waiting: 2 });
    const kept = [add("first", 1), add("b1", 2), add("b2", 2), add("a1", 1)];
    await expect(add("b3", 2)).rejects.toThrow("full");
    kept.push(add("n1", 0), add("n2", 0), add("n3", 0));
    for (const _ of kept) await end();
    await Promise.all(kept);
    expect(started).toEqual(["first", "n1", "n2", "n3", "a1", "b1", "b2"]);
  });

  it("leave their place when nobody wants them any more", async () => {
    const { add, end, started } = queueOf({ running: 1, waiting: 1 });
    const first = add("first", 1);
    const leaving = new AbortController();
    const left = add("left", 1, leaving.signal);
    leaving.abort(new Error("gone"));
    await expect(left).rejects.toThrow("gone");
    const next = add("next", 1);
    await end();
    await end();
    await Promise.all([first, next]);
    expect(started).toEqual(["first", "next"]);
  });

  it("of rank 3 run one at a time, and leave the other place to the rest", async () => {
    const { add, end, settle, started } = queueOf({ running: 2, waiting: 5 });
    const all = [add("q1", 3), add("q2", 3), add("page", 1)];
    await settle();
    expect(started).toEqual(["q1", "page"]);
    for (const _ of all) await end();
    await Promise.all(all);
    expect(started).toEqual(["q1", "page", "q2"]);
  });
});

import { afterEach, describe, expect, it, vi } from "vitest";
import { createRankedQueue } from "./ranked-queue.server.ts";

const { signal } = new AbortController();

/** A queue, and what starts in it, in order. Each piece of work lasts until `end` is called. */
function queueOf(limits: { running: number; waiting: number }) {
  const queue = createRankedQueue(limits, () => {
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
  return { add, end, settle, started, serve: queue.serve };
}

describe("tasks that wait", () => {
  it("start in the order they came, those of a lower rank first", async () => {
    const { add, end, started } = queueOf({ running: 1, waiting: 5 });
    const all = [add("first", 1), add("b1", 2), add("b2", 2), add("a1", 1), add("a2", 1), add("now", 0)];
    for (const _ of all) await end();
    await Promise.all(all);
    expect(started).toEqual(["first", "now", "a1", "a2", "b1", "b2"]);
  });

  it("let eight others go first, and then go themselves, though those before them never stop coming", async () => {
    const { add, end, started } = queueOf({ running: 1, waiting: 5 });
    const all = [add("first", 2), add("q1", 3), add("q2", 3)];
    for (let at = 0; at < 30; at++) {
      all.push(add("b", 2), ...(at % 2 === 0 ? [add("a", 1)] : []));
      await end();
      if (at % 2 === 0) await end();
    }
    expect(started.indexOf("q1")).toBe(9);
    expect(started.indexOf("q2")).toBe(18);
    for (const _ of all) await end();
    await Promise.all(all);
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

  describe("of rank 3, while others are served beside them,", () => {
    afterEach(() => {
      vi.useRealTimers();
    });

    /** A queue of two, of which the first has ended. */
    async function afterOne(tookMs: number, servedMsAgo: number | undefined) {
      vi.useFakeTimers({ toFake: ["setTimeout", "performance"] });
      const queue = queueOf({ running: 2, waiting: 5 });
      void queue.add("q1", 3);
      void queue.add("q2", 3);
      await queue.settle();
      vi.advanceTimersByTime(tookMs - (servedMsAgo ?? 0));
      if (servedMsAgo !== undefined) queue.serve();
      vi.advanceTimersByTime(servedMsAgo ?? 0);
      await queue.end();
      return queue;
    }

    const advance = async ({ settle }: { settle: () => Promise<unknown> }, ms: number) => {
      vi.advanceTimersByTime(ms);
      await settle();
    };

    it("begin after a rest as long as the one before took, and both places are free meanwhile", async () => {
      const queue = await afterOne(20, 5);
      void queue.add("q3", 3);
      void queue.add("page", 1);
      void queue.add("other", 2);
      await advance(queue, 19);
      expect(queue.started).toEqual(["q1", "page", "other"]);
      await queue.end();
      await advance(queue, 1);
      expect(queue.started).toEqual(["q1", "page", "other", "q2"]);
    });

    it("begin at once when nobody else has come, or the last a while ago", async () => {
      expect((await afterOne(20, undefined)).started).toEqual(["q1", "q2"]);
      expect((await afterOne(200, 100)).started).toEqual(["q1", "q2"]);
    });

    it("rest for 100 ms at most", async () => {
      const queue = await afterOne(3_000, 50);
      await advance(queue, 99);
      expect(queue.started).toEqual(["q1"]);
      await advance(queue, 1);
      expect(queue.started).toEqual(["q1", "q2"]);
    });

    it("also rest when one of them comes only then", async () => {
      vi.useFakeTimers({ toFake: ["setTimeout", "performance"] });
      const queue = queueOf({ running: 2, waiting: 5 });
      void queue.add("q1", 3);
      await queue.settle();
      vi.advanceTimersByTime(20);
      queue.serve();
      await queue.end();
      void queue.add("q2", 3);
      await advance(queue, 19);
      expect(queue.started).toEqual(["q1"]);
      await advance(queue, 1);
      expect(queue.started).toEqual(["q1", "q2"]);
    });
  });
});

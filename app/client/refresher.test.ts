import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createRefresher } from "./refresher.ts";

/** Questions as they are asked, each answered by hand. */
function openRefresher() {
  const asked: { answer: () => void; fail: () => void }[] = [];
  const page = { isShown: true };
  const ask = () =>
    new Promise<void>((resolve, reject) => asked.push({ answer: resolve, fail: () => reject(new Error("cut off")) }));
  const refresher = createRefresher(ask, () => page.isShown);
  return { refresher, asked, page };
}

describe("a page that asks again when something has happened", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("asks at once, and then one question at a time for all that happened meanwhile", async () => {
    const { refresher, asked } = openRefresher();
    for (let times = 0; times < 50; times++) refresher.wish();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(asked).toHaveLength(1);
    asked[0]?.answer();
    await vi.advanceTimersByTimeAsync(0);
    expect(asked).toHaveLength(2);
    asked[1]?.answer();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(asked).toHaveLength(2);
  });

  it("asks on when the clock is set back by an hour", async () => {
    const { refresher, asked } = openRefresher();
    refresher.wish();
    asked[0]?.answer();
    await vi.advanceTimersByTimeAsync(0);
    vi.setSystemTime(Date.now() - 3_600_000);
    refresher.wish();
    await vi.advanceTimersByTimeAsync(1000);
    expect(asked).toHaveLength(2);
  });

  it("asks at most once a second, however much happens", async () => {
    const { refresher, asked } = openRefresher();
    for (let ms = 0; ms < 5000; ms += 100) {
      refresher.wish();
      await vi.advanceTimersByTimeAsync(0);
      for (const { answer } of asked) answer();
      await vi.advanceTimersByTimeAsync(100);
    }
    await vi.advanceTimersByTimeAsync(10_000);
    expect(asked).toHaveLength(6);
  });

  it("asks nothing while nobody looks, and once when somebody does", async () => {
    const { refresher, asked, page } = openRefresher();
    page.isShown = false;
    for (let times = 0; times < 50; times++) refresher.wish();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toHaveLength(0);
    page.isShown = true;
    refresher.look();
    expect(asked).toHaveLength(1);
    asked[0]?.answer();
    await vi.advanceTimersByTimeAsync(60_000);
    refresher.look();
    expect(asked).toHaveLength(1);
  });

  it("asks again two seconds after a question that failed", async () => {
    const { refresher, asked } = openRefresher();
    refresher.wish();
    asked[0]?.fail();
    await vi.advanceTimersByTimeAsync(1999);
    expect(asked).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(asked).toHaveLength(2);
  });

  it("asks nothing once it has stopped", async () => {
    const { refresher, asked } = openRefresher();
    refresher.wish();
    refresher.wish();
    refresher.stop();
    asked[0]?.answer();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toHaveLength(1);
  });
});

import type { Page } from "@playwright/test";

/** How far things on this page have moved by themselves since it was opened: its Cumulative Layout Shift. */
export function readShifts(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean };
        const sum = (entries: PerformanceEntryList) =>
          (entries as Shift[]).reduce((all, { value, hadRecentInput }) => all + (hadRecentInput ? 0 : value), 0);
        const seen = new PerformanceObserver((list) => resolve(sum(list.getEntries())));
        seen.observe({ type: "layout-shift", buffered: true });
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum(seen.takeRecords()))));
      }),
  );
}

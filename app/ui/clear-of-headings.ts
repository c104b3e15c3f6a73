import { type RefObject, useEffect, useRef } from "react";

const GAP_PX = 12;

/** What a page says first, and the controls at its head; `data-uncovered` marks what else nothing may cover. */
const SAID_FIRST = "h1, h2, h3, [data-page-head] :is(a, button), [data-uncovered]";

/**
 * For overlays at the top right of the page: moves them down, by `--down`, until they cover nothing of `SAID_FIRST`, or
 * only headings if that would be too far down.
 */
export function useClearOfHeadings<Box extends HTMLElement>(): RefObject<Box | null> {
  const ref = useRef<Box>(null);
  useEffect(() => {
    const box = ref.current;
    if (!box) return;
    const settle = () => box.style.setProperty("--down", `${wayDown(box)}px`);
    const sizes = new ResizeObserver(settle);
    sizes.observe(box);
    // The content underneath may change.
    sizes.observe(document.body);
    addEventListener("scroll", settle, { passive: true });
    return () => {
      sizes.disconnect();
      removeEventListener("scroll", settle);
    };
  }, []);
  return ref;
}

/** In px; 0 if there is no room, because the message must be seen. */
function wayDown(box: HTMLElement): number {
  const down = wayClearOf(SAID_FIRST, box);
  if (down < innerHeight / 2) return down;
  const belowHeadings = wayClearOf("h1, h2, h3", box);
  return belowHeadings + box.offsetHeight <= innerHeight ? belowHeadings : 0;
}

function wayClearOf(selector: string, box: HTMLElement): number {
  const { left, right, height } = box.getBoundingClientRect();
  if (height === 0) return 0;
  const start = Number.parseFloat(getComputedStyle(box).getPropertyValue("top")) - offsetBelowTop(box);
  const obstacles = [...document.querySelectorAll(selector)]
    .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .map((element) => element.getBoundingClientRect())
    .filter((obstacle) => obstacle.width > 1 && obstacle.left < right && obstacle.right > left)
    .toSorted((one, other) => one.top - other.top);
  let top = start;
  for (const obstacle of obstacles) {
    if (obstacle.bottom > top - GAP_PX && obstacle.top < top + height + GAP_PX) top = obstacle.bottom + GAP_PX;
  }
  return top - start;
}

function offsetBelowTop(box: HTMLElement): number {
  return Number.parseFloat(box.style.getPropertyValue("--down")) || 0;
}

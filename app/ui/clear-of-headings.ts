import { type RefObject, useEffect, useRef } from "react";

const GAP_PX = 12;

/** For overlays at the top of the page: moves them down, by `--down`, until they cover no heading. */
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
  const { left, right, height } = box.getBoundingClientRect();
  if (height === 0) return 0;
  const start = Number.parseFloat(getComputedStyle(box).getPropertyValue("top")) - offsetBelowTop(box);
  const headings = [...document.querySelectorAll("h1, h2, h3")]
    .filter((heading) => heading.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .map((heading) => heading.getBoundingClientRect())
    .filter((heading) => heading.width > 1 && heading.left < right && heading.right > left)
    .toSorted((one, other) => one.top - other.top);
  let top = start;
  for (const heading of headings) {
    if (heading.bottom > top - GAP_PX && heading.top < top + height + GAP_PX) top = heading.bottom + GAP_PX;
  }
  return top + height <= innerHeight ? top - start : 0;
}

function offsetBelowTop(box: HTMLElement): number {
  return Number.parseFloat(box.style.getPropertyValue("--down")) || 0;
}

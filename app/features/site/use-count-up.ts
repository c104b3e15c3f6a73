import { useEffect, useRef, useState } from "react";

const durationMs = 1200;

/** `shown` always equals `count`, except for one run up to it when the element first comes into view. */
export function useCountUp(count: number) {
  const ref = useRef<HTMLSpanElement>(null);
  const [shown, setShown] = useState(count);

  useEffect(() => {
    const element = ref.current;
    if (!element || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    let frame = 0;
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return;
      observer.disconnect();
      // The figures vary in width; the text beside them must not jitter.
      element.style.width = `${element.offsetWidth}px`;
      const start = performance.now();
      const step = (now: number) => {
        const part = Math.min((now - start) / durationMs, 1);
        setShown(Math.round(count * easeOut(Math.max(part, 0))));
        if (part < 1) frame = requestAnimationFrame(step);
        else element.style.width = "";
      };
      frame = requestAnimationFrame(step);
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
      element.style.width = "";
      setShown(count);
    };
  }, [count]);

  return { ref, shown };
}

function easeOut(part: number) {
  return 1 - (1 - part) ** 3;
}

import { type FocusEvent, type PointerEvent, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { swipeTurn } from "./swipe.ts";

const TURN_EVERY_MS = 5000;
const lessMotion = "(prefers-reduced-motion: reduce)";

/** Turns `count` slides automatically, unless paused, hovered, focused, or the user prefers reduced motion. */
export function useCarousel(count: number, isCovered: boolean) {
  const [current, setCurrent] = useState(0);
  const [isPaused, setPaused] = useState(false);
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const wantsLessMotion = useSyncExternalStore(
    subscribeToMotion,
    () => matchMedia(lessMotion).matches,
    () => false,
  );
  const stroke = useRef<{ x: number; y: number }>(undefined);
  const turns = !isPaused && !isHovered && !isFocused && !isCovered && !wantsLessMotion;

  const turn = (by: number) => setCurrent((now) => (now + by + count) % count);

  // biome-ignore lint/correctness/useExhaustiveDependencies: every slide, however reached, gets its whole time
  useEffect(() => {
    if (!turns) return;
    const timer = setTimeout(() => setCurrent((now) => (now + 1) % count), TURN_EVERY_MS);
    return () => clearTimeout(timer);
  }, [turns, current, count]);

  function togglePaused() {
    setPaused(!isPaused);
    // Pressing Play means now, not once the pointer and focus have left.
    if (isPaused) {
      setHovered(false);
      setFocused(false);
    }
  }

  const watch = {
    onPointerEnter: (event: PointerEvent) => event.pointerType === "mouse" && setHovered(true),
    onPointerLeave: () => {
      setHovered(false);
      stroke.current = undefined;
    },
    onFocus: () => setFocused(true),
    onBlur: (event: FocusEvent) => {
      if (!event.currentTarget.contains(event.relatedTarget)) setFocused(false);
    },
    onPointerDown: (event: PointerEvent) => {
      stroke.current = event.isPrimary ? { x: event.clientX, y: event.clientY } : undefined;
    },
    onPointerCancel: () => {
      stroke.current = undefined;
    },
    onPointerUp: (event: PointerEvent) => {
      const from = stroke.current;
      stroke.current = undefined;
      // Selecting text with the mouse is not a swipe.
      if (!from || (event.pointerType === "mouse" && getSelection()?.type === "Range")) return;
      turn(swipeTurn(from, { x: event.clientX, y: event.clientY }));
    },
  };

  return { current, turn, turnTo: setCurrent, turns, isPaused, togglePaused, wantsLessMotion, watch };
}

function subscribeToMotion(listener: () => void) {
  const query = matchMedia(lessMotion);
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}

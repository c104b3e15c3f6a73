type Point = { x: number; y: number };

const SWIPE_PX = 40;

/** Which way a swipe turns the carousel: 1 to the next slide, -1 to the previous, 0 not at all. */
export function swipeTurn(from: Point, to: Point): -1 | 0 | 1 {
  const across = to.x - from.x;
  if (Math.abs(across) < SWIPE_PX || Math.abs(across) <= Math.abs(to.y - from.y)) return 0;
  return across < 0 ? 1 : -1;
}

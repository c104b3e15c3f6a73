/** Randomness that is the same each time: everything random in the demo's year comes from one of these. */
export type Chance = {
  /** From 0 up to, but never, 1. */
  next: () => number;
  between: (least: number, most: number) => number;
  happens: (probability: number) => boolean;
  pick: <Item>(items: readonly [Item, ...Item[]]) => Item;
  /** One of them, each as likely as its weight says; undefined if there are none. */
  weigh: <Item>(items: readonly Item[], weight: (item: Item) => number) => Item | undefined;
  bytes: (count: number) => Uint8Array;
};

/** The same seed, the same numbers (mulberry32: 32 bits of state, public domain). */
export function createChance(seed: number): Chance {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    between: (least, most) => least + next() * (most - least),
    happens: (probability) => next() < probability,
    pick: (items) => items[Math.floor(next() * items.length)] ?? items[0],
    weigh(items, weight) {
      let left = next() * items.reduce((sum, item) => sum + weight(item), 0);
      return items.find((item) => {
        left -= weight(item);
        return left < 0;
      });
    },
    bytes(count) {
      const words = new Uint32Array(Math.ceil(count / 4));
      for (let at = 0; at < words.length; at++) words[at] = next() * 2 ** 32;
      return new Uint8Array(words.buffer, 0, count);
    },
  };
}

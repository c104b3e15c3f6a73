// What this browser keeps for the tabs of the shop. Where it is full, or keeps nothing for anybody, this tab remembers
// for itself until it is closed.
const remembered = new Map<string, string>();

/** What is kept under this key; null if there is nothing. */
export function readKept(key: string): string | null {
  try {
    return remembered.get(key) ?? localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keeps it in place of what was kept under this key. */
export function keep(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
    remembered.delete(key);
  } catch {
    remembered.set(key, text);
  }
}

/** Forgets what is kept under this key. */
export function forget(key: string): void {
  remembered.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing is kept there.
  }
}

// What this browser stores for the tabs of the shop. Where it is full, or stores nothing for anybody, this tab remembers
// for itself until it is closed.
const remembered = new Map<string, string>();

/** What is stored under this key; null if there is nothing. */
export function readStored(key: string): string | null {
  try {
    return remembered.get(key) ?? localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores it in place of what was there under this key. */
export function store(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
    remembered.delete(key);
  } catch {
    remembered.set(key, text);
  }
}

/** Removes what is stored under this key. */
export function removeStored(key: string): void {
  remembered.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing is stored there.
  }
}

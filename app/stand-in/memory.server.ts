import { LRUCache } from "lru-cache";

type Entry = { uid?: string; grantId?: string; consumed?: number; [field: string]: unknown };

/** Keeps the stand-in's unfinished sign-ins. They may be lost at any time, as in any demo. */
export function createMemory(): (model: string) => Memory {
  const entries = new LRUCache<string, Entry>({ max: 1_000 });
  return (model) => new Memory(entries, model);
}

/** The store that oidc-provider expects from its host (docs/README.md of that package, "adapter"). */
class Memory {
  readonly #entries: LRUCache<string, Entry>;
  readonly #model: string;
  constructor(entries: LRUCache<string, Entry>, model: string) {
    this.#entries = entries;
    this.#model = model;
  }
  async upsert(id: string, entry: Entry, expiresInS?: number): Promise<void> {
    this.#entries.set(this.#key(id), entry, expiresInS === undefined ? {} : { ttl: expiresInS * 1000 });
  }
  async find(id: string): Promise<Entry | undefined> {
    return this.#entries.get(this.#key(id));
  }
  async findByUid(uid: string): Promise<Entry | undefined> {
    return this.#mine().find(([, entry]) => entry.uid === uid)?.[1];
  }
  async consume(id: string): Promise<void> {
    const entry = this.#entries.get(this.#key(id));
    if (entry) entry.consumed = Math.floor(Date.now() / 1000);
  }
  async destroy(id: string): Promise<void> {
    this.#entries.delete(this.#key(id));
  }
  async revokeByGrantId(grantId: string): Promise<void> {
    for (const [key, entry] of this.#mine()) if (entry.grantId === grantId) this.#entries.delete(key);
  }
  #mine(): [string, Entry][] {
    return [...this.#entries.entries()].filter(([key]) => key.startsWith(this.#key("")));
  }
  #key(id: string): string {
    return `${this.#model}:${id}`;
  }
}

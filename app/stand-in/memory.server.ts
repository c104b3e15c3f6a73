import { LRUCache } from "lru-cache";

type Entry = { uid?: string; grantId?: string; consumed?: number; [field: string]: unknown };

/** Keeps the stand-in's unfinished sign-ins. They may be lost at any time, as in any demo. */
export function createMemory(): (model: string) => Memory {
  const kept = new LRUCache<string, Entry>({ max: 1_000 });
  return (model) => new Memory(kept, model);
}

/** The store that oidc-provider expects from its host (docs/README.md of that package, "adapter"). */
class Memory {
  readonly #kept: LRUCache<string, Entry>;
  readonly #model: string;
  constructor(kept: LRUCache<string, Entry>, model: string) {
    this.#kept = kept;
    this.#model = model;
  }
  async upsert(id: string, entry: Entry, expiresInS?: number): Promise<void> {
    this.#kept.set(this.#key(id), entry, expiresInS === undefined ? {} : { ttl: expiresInS * 1000 });
  }
  async find(id: string): Promise<Entry | undefined> {
    return this.#kept.get(this.#key(id));
  }
  async findByUid(uid: string): Promise<Entry | undefined> {
    return this.#mine().find(([, entry]) => entry.uid === uid)?.[1];
  }
  async consume(id: string): Promise<void> {
    const entry = this.#kept.get(this.#key(id));
    if (entry) entry.consumed = Math.floor(Date.now() / 1000);
  }
  async destroy(id: string): Promise<void> {
    this.#kept.delete(this.#key(id));
  }
  async revokeByGrantId(grantId: string): Promise<void> {
    for (const [key, entry] of this.#mine()) if (entry.grantId === grantId) this.#kept.delete(key);
  }
  #mine(): [string, Entry][] {
    return [...this.#kept.entries()].filter(([key]) => key.startsWith(this.#key("")));
  }
  #key(id: string): string {
    return `${this.#model}:${id}`;
  }
}

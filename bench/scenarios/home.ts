import { load } from "../load.ts";
import { openMemoryServer } from "../memory-server.ts";
import { atLeast, type Scenario } from "../scenario.ts";

/** The home page as its visitors request it, compared with `node:http` sending the same bytes. */
export const home: Scenario = {
  name: "home",
  async open(ground) {
    const shop = await ground.shop();
    const memory = await openMemoryServer();
    const ask = (encoding: string) => fetch(shop.url, { headers: { "accept-encoding": encoding } });
    const etag = (await ask("br")).headers.get("etag") ?? "";
    const ways: Record<string, Record<string, string>> = {
      brotli: { "accept-encoding": "br" },
      identity: { "accept-encoding": "identity" },
      "known, 304": { "accept-encoding": "br", "if-none-match": etag },
    };
    return {
      lines: Object.entries(ways).map(([way, headers]) => ({
        work: `GET / (${way})`,
        limit: "`node:http`, same bytes",
        unit: "1/s",
        goal: atLeast(0.7),
        run: () => load(shop, { headers }),
        async runLimit() {
          await memory.take({ url: shop.url, headers });
          return load(memory, { headers });
        },
      })),
      close: async () => memory.close(),
    };
  },
};

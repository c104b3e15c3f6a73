import { load } from "../load.ts";
import { openMemoryServer } from "../memory-server.ts";
import { atLeast, type Scenario } from "../scenario.ts";

const headers = { "accept-encoding": "br" };

/** Public reads of the API compared with `node:http` sending the same bytes (docs/decisions/032). */
export const apiReads: Scenario = {
  name: "api-reads",
  async open(ground) {
    const shop = await ground.shop();
    const memory = await openMemoryServer();
    const [trim] = await (await fetch(`${shop.url}/api/trims?limit=1`)).json();
    const questions = [
      { work: "GET /api/trims, first page", path: "/api/trims?limit=12", goal: atLeast(0.7) },
      { work: "GET /api/trims, all", path: "/api/trims", goal: atLeast(0.7) },
      { work: "GET /api/trims/{id}", path: `/api/trims/${trim._id}`, goal: atLeast(0.7) },
    ];
    return {
      lines: questions.map(({ work, path, goal }) => ({
        work,
        limit: "`node:http`, same bytes",
        unit: "1/s",
        goal,
        run: () => load(shop, { path, headers }),
        async runLimit() {
          await memory.take({ url: shop.url + path, headers });
          return load(memory, { path, headers });
        },
      })),
      close: async () => memory.close(),
    };
  },
};

import { setTimeout as pause } from "node:timers/promises";
import { logInAsBuyer } from "#test/shop-process.ts";
import { memoryMbOf } from "../cpu.ts";
import { load } from "../load.ts";
import { atMost, atMostEver, type Scenario } from "../scenario.ts";

const [FEW, MANY] = [1_000, 100_000];
const IDLE_MS = 5_000;
/** Node.js gives garbage back once the load has ended: what stays is what the shop keeps. */
const REST_MS = 15_000;

/** The memory of a shop as it ages: what it caches must have a limit. Its PostgreSQL does not count. */
export const memory: Scenario = {
  name: "memory",
  async open(ground) {
    const shop = await ground.openShop();
    const { token, email } = await logInAsBuyer(shop.url);
    await pause(IDLE_MS);
    const idle = memoryMbOf(shop.pid);
    const trims: { _id: string }[] = await (await fetch(`${shop.url}/api/trims?limit=50`)).json();
    const authorization = `Bearer ${token}`;
    let asked = 0;
    const requests = [
      "/",
      "/trims",
      "/blogs",
      "/api/trims?limit=12",
      ...trims.slice(0, 20).map(({ _id }) => `/api/trims/${_id}`),
      "/api/nothing",
    ].map((path) => ({ path, headers: {} }));
    const others = [
      { path: `/api/orders?email=${email}`, headers: { authorization } },
      { setupRequest: (request: object) => ({ ...request, path: `/api/trims?limit=12&q=brass+${asked++}` }) },
    ];
    const age = async (amount: number) => {
      await load(shop, { requests: [...requests, ...others], amount, statuses: [200, 404, 503] });
      await pause(REST_MS);
      return { value: memoryMbOf(shop.pid) };
    };
    const young = await age(FEW);
    return {
      lines: [
        {
          work: `memory after ${MANY.toLocaleString("en")} mixed requests`,
          limit: `after ${FEW.toLocaleString("en")}`,
          unit: "MB",
          goal: atMost(1.3),
          rounds: 1,
          warmUp: 0,
          run: () => age(MANY),
          runLimit: async () => young,
        },
        {
          work: "memory, idle, without PostgreSQL",
          limit: "–",
          unit: "MB",
          goal: atMostEver(180),
          rounds: 1,
          warmUp: 0,
          run: async () => ({ value: idle }),
        },
      ],
      close: shop.stop,
    };
  },
};

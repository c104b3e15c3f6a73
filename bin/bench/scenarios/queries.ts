import { load } from "../load.ts";
import { atLeast, atMost, type Round, type Scenario } from "../scenario.ts";

const headers = { "accept-encoding": "br" };
/** As many as a busy shop may have; the page under them is asked for at a steady pace. */
const VISITORS = { connections: 4, perS: 200 };

/** Pages with a query, of which there is no end: the same again and again, and each another. */
export const queries: Scenario = {
  name: "queries",
  async open(ground) {
    const shop = await ground.shop();
    let asked = 0;
    const another = { setupRequest: (request: object) => ({ ...request, path: `/trims?q=brass+${asked++}` }) };
    const steady = async (): Promise<Round> => {
      const round = await load(shop, { ...VISITORS, headers });
      // The load generator counts whole milliseconds.
      return { ...round, value: Math.max(1, round.p99Ms ?? 0) };
    };
    return {
      lines: [
        {
          work: "GET /trims?q=…, the same",
          limit: "GET /, cached",
          unit: "1/s",
          goal: atLeast(0.8),
          run: () => load(shop, { path: "/trims?q=rivets", headers }),
          runLimit: () => load(shop, { headers }),
        },
        {
          work: "p99 of GET / beside GET /trims?q=…, all different",
          limit: "p99 of GET /, quiet",
          unit: "ms",
          goal: atMost(2),
          async run() {
            const statuses = [200, 503];
            const others = load(shop, { requests: [another], connections: 4, headers, statuses });
            const round = await steady();
            await others;
            return round;
          },
          runLimit: steady,
        },
      ],
    };
  },
};

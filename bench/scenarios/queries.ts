import { load } from "../load.ts";
import { loadSpread } from "../load-spread.ts";
import { atMostEver, type Scenario } from "../scenario.ts";

const headers = { "accept-encoding": "br" };
/** A request every 5 ms, as many as a busy shop may have. */
const STEADY = { perS: 200, seconds: 4 };

/** The home page beside searches that nobody has made before. */
export const queries: Scenario = {
  name: "queries",
  async open(ground) {
    const shop = await ground.shop();
    let asked = 0;
    const another = { setupRequest: (request: object) => ({ ...request, path: `/trims?q=brass+${asked++}` }) };
    return {
      lines: [
        {
          work: "p99 of GET / every 5 ms, beside GET /trims?q=…, all different",
          limit: "–",
          unit: "ms",
          goal: atMostEver(25),
          async run() {
            const { seconds } = STEADY;
            const others = load(shop, { requests: [another], connections: 4, headers, statuses: [200, 503], seconds });
            const round = await loadSpread(shop, { headers, ...STEADY });
            await others;
            return round;
          },
        },
      ],
    };
  },
};

import { findEngine } from "#app/platform/engine/engine.server.ts";
import { signInAsBuyer } from "#test/shop-process.ts";
import { load } from "../load.ts";
import { openMemoryServer } from "../memory-server.ts";
import { atLeast, type Scenario } from "../scenario.ts";

/** Who is signed in must be looked up each time: a session that was ended is void at once. */
const STATEMENT = `select s.id from sessions s join users u on u.id = s.user_id where s.token = $1 and s.expires_at > now()`;

/** The purchase page of somebody signed in (docs/decisions/026). */
export const purchase: Scenario = {
  name: "purchase",
  async open(ground) {
    const shop = await ground.shop();
    const memory = await openMemoryServer();
    const cookie = await signInAsBuyer(shop.url);
    const engine = await findEngine(shop.dataDir);
    if (!engine) throw new Error("the shop has no engine of its own");
    const [trim] = await (await fetch(`${shop.url}/api/trims?limit=1`)).json();
    const path = `/purchase/${trim._id}`;
    const headers = { "accept-encoding": "br", cookie };
    const [, token = ""] = /session_token=([^;.]+)/.exec(decodeURIComponent(cookie)) ?? [];
    const statement = { connection: engine.connection, text: STATEMENT, values: [token] };
    const [known] = await shop.query(STATEMENT.replace("$1", `'${token}'`));
    if (!known) throw new Error("the limit would look for a session that is not there");
    await memory.take({ url: shop.url + path, headers, statement });
    return {
      lines: [
        {
          work: "GET /purchase/{id}, signed in",
          limit: "`node:http`, same bytes, one prepared statement",
          unit: "1/s",
          goal: atLeast(0.5),
          run: () => load(shop, { path, headers }),
          runLimit: () => load(memory, { path, headers }),
        },
      ],
      close: async () => memory.close(),
    };
  },
};

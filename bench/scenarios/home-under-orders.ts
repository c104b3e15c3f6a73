import { randomUUID } from "node:crypto";
import { logInAsBuyer } from "#test/shop-process.ts";
import { emptyOutbox } from "../buyers.ts";
import { load } from "../load.ts";
import { atLeast, type Scenario } from "../scenario.ts";

const ORDERS_PER_S = 100;
const headers = { "accept-encoding": "br" };

type Trim = { _id: string; name: string; moq: number };

/** The home page while each order changes the stock that it shows (docs/decisions/032). */
export const homeUnderOrders: Scenario = {
  name: "home-under-orders",
  async open(ground) {
    const shop = await ground.openShop();
    // No trim may sell out during a measurement.
    await shop.query("update trims set quantity = 2000000000");
    const { token, name, email } = await logInAsBuyer(shop.url);
    const trims: Trim[] = await (await fetch(`${shop.url}/api/trims?limit=20`)).json();
    const whose = { name, email, phone: "12345", address: "Vävaregatan 14, Umeå" };
    const requests = trims.map(({ _id, name: productName, moq }) => ({
      method: "POST" as const,
      path: "/api/orders",
      body: JSON.stringify({ ...whose, productName, orderQuantity: moq, trimId: _id }),
      setupRequest: (request: object) => ({
        ...request,
        headers: {
          "content-type": "application/json",
          authorization: `Bearer ${token}`,
          "idempotency-key": randomUUID(),
        },
      }),
    }));
    const count = async () => Number((await shop.query<{ n: string }>("select count(*) as n from orders"))[0]?.n);
    const stock = async () => Number((await shop.query<{ n: string }>(STOCK))[0]?.n);
    const [ordersBefore, stockBefore] = [await count(), await stock()];
    let acknowledged = 0;
    const run = async () => {
      await emptyOutbox(shop.query);
      const orders = load(shop, { requests, perS: ORDERS_PER_S, seconds: 3 });
      const round = await load(shop, { headers });
      const { answered } = await orders;
      acknowledged += answered;
      return round;
    };
    const quiet = async () => {
      // Otherwise, mails of the previous round would also be measured.
      await emptyOutbox(shop.query);
      return load(shop, { headers });
    };
    return {
      lines: [
        {
          work: `GET / while ${ORDERS_PER_S} orders/s are placed`,
          limit: "GET /, quiet",
          unit: "1/s",
          goal: atLeast(0.5),
          run,
          runLimit: quiet,
        },
      ],
      async check() {
        const stored = (await count()) - ordersBefore;
        // The last orders of each round may still be on their way when the load ends.
        if (stored < acknowledged) throw new Error(`${acknowledged} orders were acknowledged, ${stored} are stored`);
        if ((await stock()) !== stockBefore) throw new Error("stock and orders do not add up to what was put in");
      },
      close: shop.stop,
    };
  },
};

/** For each trim: stock put in = quantity + pieces of the orders that are neither declined nor cancelled. */
const STOCK = `
  select sum(quantity)::bigint
    + (select coalesce(sum(order_quantity), 0) from orders where review in ('in-review', 'accepted')) as n
  from trims`;

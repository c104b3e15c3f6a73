import { startTestApp } from "./app.ts";
import { buildTrim, newOrder } from "./builders.ts";
import { call, signedIn } from "./people.ts";

/** A shop with two buyers and two admins, and the ways in which they place, move and read orders. */
export async function startMoves() {
  const shop = await startTestApp();
  const buyer = await signedIn(shop.db);
  const other = await signedIn(shop.db, { name: "Hiroto Minase" });
  const admin = await signedIn(shop.db, { role: "admin", name: "Ada Admin" });
  const second = await signedIn(shop.db, { role: "admin", name: "Otto Admin" });

  /** An order of the first buyer, for a trim of its own. */
  async function place(quantity = 100) {
    const trim = await buildTrim(shop.db);
    const response = await call(shop, "POST /orders", { as: buyer, body: newOrder(buyer, trim, quantity) });
    if (response.status !== 200) throw new Error(`the order was answered ${response.status}`);
    return { id: (await response.json()).insertedId as string, trim };
  }

  const move = (id: string, body: object, as = admin) => call(shop, `POST /orders/${id}/moves`, { as, body });

  /** Moves an order from each of these states to the next. @throws Error when a move is refused */
  async function moved(id: string, track: string, ...states: string[]): Promise<void> {
    for (const [at, from] of states.slice(0, -1).entries()) {
      const note = states[at + 1] === "declined" ? { note: "The die is worn." } : {};
      const response = await move(id, { track, from, to: states[at + 1], ...note });
      if (response.status !== 200) throw new Error(`the move was answered ${response.status}`);
    }
  }

  async function read(idOrNumber: string | number, as = buyer) {
    const response = await call(shop, `GET /orders/${idOrNumber}`, { as });
    if (response.status !== 200) throw new Error(`the order was answered ${response.status}`);
    return response.json();
  }

  return { shop, buyer, other, admin, second, place, move, moved, read };
}

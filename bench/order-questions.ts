import { orderSort } from "#app/features/orders/contract.ts";
import type { Connection } from "#app/platform/db/client.server.ts";
import { demoPeople } from "#db/demo-people.ts";
import { run } from "./databases.ts";

/** How many rows are asked for. */
export const PAGE = 50;
const DEEP_PAGE = 1000;
/** A buyer's own orders. */
const ownList = `/orders?limit=${PAGE}&email=${encodeURIComponent(demoPeople.buyer.email)}`;

/**
 * The paths of a shop with that many orders, by what they ask. Deep pages are the 1,000th, or the last of a shorter
 * list.
 */
export async function listPaths(size: number, connection: Connection): Promise<Record<string, string>> {
  const depth = Math.min(PAGE * DEEP_PAGE, size - PAGE) - 1;
  const [byTime] = await run(connection, `select id from orders order by id desc offset ${depth} limit 1`);
  const [byQuantity] = await run(
    connection,
    `select id, order_quantity from orders order by order_quantity desc, id desc offset ${depth} limit 1`,
  );
  const [item] = await run(connection, "select name from trims where number = 7");
  const cursor = Buffer.from(JSON.stringify(["-quantity", byQuantity?.order_quantity, byQuantity?.id]));
  const list = `/allOrders?limit=${PAGE}`;
  const mine = ownList;
  return {
    "first page": list,
    "oldest first": `${list}&sort=oldest`,
    "first page by quantity": `${list}&sort=-quantity`,
    "first page by quantity, upwards": `${list}&sort=quantity`,
    "first page by e-mail": `${list}&sort=email`,
    "first page by e-mail, downwards": `${list}&sort=-email`,
    "first page by item": `${list}&sort=item`,
    "first page by item, downwards": `${list}&sort=-item`,
    "page 1,000 by cursor": `${list}&after=${byTime?.id}`,
    "page 1,000 by quantity": `${list}&sort=-quantity&after=${cursor.toString("base64url")}`,
    "search for a buyer": `${list}&q=buyer7%40mill7.example`,
    "search for a number": `${list}&q=%23500`,
    "search for a frequent word": `${list}&q=brass`,
    "search for a rare and a frequent word": `${list}&q=buyer7%40mill7+rivet`,
    "search for two frequent words": `${list}&q=brass+rivet`,
    "search for frequent words never met": `${list}&q=rivet+zipper`,
    "search, sorted by item": `${list}&sort=-item&q=brass`,
    "search, sorted by e-mail": `${list}&sort=email&q=brass`,
    "search for a word of every buyer": `${list}&q=buyer`,
    "search for buyers of a mill and an item": `${list}&q=%40mill7.example+rivet`,
    "buyers of a mill and an item, by quantity": `${list}&sort=quantity&q=%40mill7.example+rivet`,
    "buyers of a mill and an item, by e-mail": `${list}&sort=email&q=%40mill7.example+rivet`,
    "search for one item, sorted by quantity": `${list}&sort=-quantity&q=${encodeURIComponent(item?.name ?? "")}`,
    "search for a word of every buyer and an item": `${list}&q=buyer+sunburst`,
    "search for nothing there": `${list}&q=nothing`,
    "search for a sheet": `${list}&q=S-31`,
    "one sheet": `${list}&sheet=31`,
    "to review": `${list}&state=in+review`,
    "to review, oldest first": `${list}&state=in+review&sort=oldest`,
    "to review, by quantity": `${list}&state=in+review&sort=-quantity`,
    "to review, by e-mail": `${list}&state=in+review&sort=email`,
    "to review, by item": `${list}&state=in+review&sort=item`,
    "to produce": `${list}&state=accepted&state=Pending`,
    open: `${list}&state=open`,
    "open, by e-mail": `${list}&state=open&sort=email`,
    "open, by item": `${list}&state=open&sort=item`,
    "open, by quantity": `${list}&state=open&sort=-quantity`,
    history: `${list}&state=history`,
    "history, by item": `${list}&state=history&sort=item`,
    ended: `${list}&state=ended`,
    "ended, oldest first": `${list}&state=ended&sort=oldest`,
    "ended, by e-mail": `${list}&state=ended&sort=email`,
    "ended, by item": `${list}&state=ended&sort=item`,
    "ended, by quantity": `${list}&state=ended&sort=quantity`,
    "in production": `${list}&state=In+production`,
    "in production, by e-mail": `${list}&state=In+production&sort=email`,
    packed: `${list}&state=Packed`,
    "packed, by e-mail": `${list}&state=Packed&sort=email`,
    "packed, by item": `${list}&state=Packed&sort=item`,
    "packed, by quantity": `${list}&state=Packed&sort=-quantity`,
    shipped: `${list}&state=Shipped`,
    "shipped, by item": `${list}&state=Shipped&sort=item`,
    delivered: `${list}&state=Delivered`,
    paid: `${list}&state=Paid`,
    refunded: `${list}&state=Refunded`,
    "not paid yet": `${list}&state=Invoiced`,
    "not paid yet, by e-mail": `${list}&state=Invoiced&sort=email`,
    "not paid yet, by item": `${list}&state=Invoiced&sort=item`,
    "past due": `${list}&due=past`,
    "past due, by quantity": `${list}&due=past&sort=quantity`,
    "wanted from a day on": `${list}&wantedFrom=2023-12-25&wantedTo=2023-12-26`,
    "one line": `${list}&line=rivets`,
    "one line to review, by quantity": `${list}&line=rivets&state=in+review&sort=-quantity`,
    "one line to review, by item": `${list}&line=rivets&state=in+review&sort=item`,
    "one line, by quantity": `${list}&line=rivets&sort=-quantity`,
    "one line, by e-mail": `${list}&line=rivets&sort=email`,
    "one line, by item": `${list}&line=rivets&sort=item`,
    "one line to review": `${list}&line=rivets&state=in+review`,
    "one day": `${list}&from=2023-11-15&to=2023-11-15`,
    "search among those to review": `${list}&state=in+review&q=brass`,
    "search among those to review, by item": `${list}&state=in+review&sort=item&q=brass`,
    "search among those to review, by e-mail": `${list}&state=in+review&sort=email&q=brass`,
    "search among those to review, by quantity": `${list}&state=in+review&sort=-quantity&q=brass`,
    "buyers of a mill and an item to review": `${list}&state=in+review&q=%40mill7.example+rivet`,
    "search among those packed": `${list}&state=Packed&q=brass`,
    "counts by state": "/orderCounts",
    ...Object.fromEntries(orderSort.options.map((sort) => [`mine, ${sort}`, `${mine}&sort=${sort}`])),
    "mine, search for an item": `${mine}&q=rivet`,
    "mine, search for two words": `${mine}&q=rivet+mill7`,
    "mine, search for nothing there": `${mine}&q=nothing`,
    "mine, open": `${mine}&state=open`,
    "mine, history": `${mine}&state=history`,
    "mine, delivered": `${mine}&state=Delivered`,
    "mine, one line": `${mine}&line=rivets`,
    "mine, one day": `${mine}&from=2023-11-15&to=2023-11-15`,
  };
}

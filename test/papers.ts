import { buildTrim, buildTrims, newOrder, newSheet } from "#test/builders.ts";
import { startTestApp } from "./app.ts";
import { readPdf } from "./pdf.ts";
import { call, signedIn } from "./people.ts";

/** A shop without limits, its buyer and its admin, and what they do there until there are documents to read. */
export async function startPapers(about: Parameters<typeof startTestApp>[0] = {}) {
  const shop = await startTestApp({ limits: "off", ...about });
  const [buyer, admin] = await Promise.all([signedIn(shop.db), signedIn(shop.db, { role: "admin" })]);

  async function place(pieces = 100): Promise<string> {
    const trim = await buildTrim(shop.db, { name: `Rivet ${crypto.randomUUID().slice(0, 8)}`, price: "0.0345" });
    const response = await call(shop, "POST /orders", { as: buyer, body: newOrder(buyer, trim, pieces) });
    return (await response.json()).insertedId;
  }

  async function send(lines: number): Promise<{ id: string; number: number; orderIds: string[] }> {
    const trims = await buildTrims(shop.db, lines, { price: "0.0345" });
    const body = { ...newSheet(buyer, trims, 101), poNumber: "4500-2271", country: "US" };
    const headers = { "idempotency-key": crypto.randomUUID() };
    const answer = await (await call(shop, "POST /orderSheets", { as: buyer, body, headers })).json();
    return { id: answer.insertedId, number: answer.number, orderIds: answer.orderIds };
  }

  const move = (id: string, body: object) => call(shop, `POST /orders/${id}/moves`, { as: admin, body });
  const accept = (id: string) => move(id, { track: "review", from: "in-review", to: "accepted" });
  const invoice = (id: string) =>
    move(id, { track: "payment", from: "pending", to: "invoiced", dueOn: "2030-01-31", lateDue: true });

  const fetchFile = (path: string, as = buyer) => call(shop, `GET ${path}`, { as });
  const statusOf = async (path: string, as = buyer) => (await fetchFile(path, as)).status;

  async function fetchPdf(path: string, as = buyer) {
    const response = await fetchFile(path, as);
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}`);
    const bytes = new Uint8Array(await response.arrayBuffer());
    const { elements, sizes, info } = await readPdf(bytes);
    return {
      bytes,
      sizes,
      info,
      text: elements.map(({ text }) => text).join("\n"),
      type: response.headers.get("content-type"),
      disposition: response.headers.get("content-disposition"),
    };
  }

  return { shop, buyer, admin, place, send, move, accept, invoice, fetchPdf, statusOf };
}

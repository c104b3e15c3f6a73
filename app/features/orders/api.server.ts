import { id } from "#app/contract/id.ts";
import { findTrim, findTrimByName } from "#app/features/trims/queries.server.ts";
import type { Tx } from "#app/platform/db/client.server.ts";
import { once } from "#app/platform/http/idempotency.server.ts";
import { answerPage, readPage } from "#app/platform/http/page.server.ts";
import { refuse } from "#app/platform/http/refusal.server.ts";
import { type Person, type Served, serve } from "#app/platform/http/serve.server.ts";
import * as contract from "./contract.ts";
import { mailPlacedOrder } from "./mails.server.ts";
import * as queries from "./queries.server.ts";
import { refusalOfQuantity } from "./rules.ts";

export type OrderSettings = {
  /** Where the links of mails lead. */
  origin: string;
  /** Whether only a confirmed address may place orders. */
  requireVerifiedEmail: boolean;
};

export function ordersApi({ origin, requireVerifiedEmail }: OrderSettings): Served[] {
  return [
    serve(contract.listMyOrders, async (call) => {
      const { db, who, query } = call;
      if (query.email !== who.email) refuse("not-allowed", "These are not your orders.");
      const { limit, after } = readPage(query, id);
      const [rows, total] = await Promise.all([
        queries.listOrdersOf(db, who.id, { limit, after }),
        queries.countOrdersOf(db, who.id),
      ]);
      return answerPage(call, { rows, total, limit, cursorOf: (row) => row._id });
    }),

    serve(contract.placeOrder, async ({ db, who, headers, body }) => {
      if (body.email !== who.email) refuse("not-allowed", "An order is placed under one's own e-mail.");
      if (requireVerifiedEmail && !who.isVerified) {
        refuse("email-not-verified", "Please confirm your e-mail address first: the link is in the mail we sent you.");
      }
      return once(db, { owner: who.id, key: headers["idempotency-key"], content: body }, (tx) =>
        place(tx, who, body, origin),
      );
    }),

    serve(contract.deleteOrder, async ({ db, who, params }) => {
      const deletedCount = await queries.deleteOrder(db, params.id, who);
      if (deletedCount === 0 && (await queries.hasOrder(db, params.id))) {
        refuse("not-allowed", "This is another buyer's order.");
      }
      return { acknowledged: true as const, deletedCount };
    }),

    serve(contract.listAllOrders, async (call) => {
      const { limit, after } = readPage(call.query, id);
      const [rows, total] = await Promise.all([
        queries.listAllOrders(call.db, { limit, after }),
        queries.countAllOrders(call.db),
      ]);
      return answerPage(call, { rows, total, limit, cursorOf: (row) => row._id });
    }),
  ];
}

type OrderInput = typeof contract.orderInput._output;

async function place(tx: Tx, who: Person, input: OrderInput, origin: string) {
  const trim = await findOrderedTrim(tx, input);
  const taken = await queries.takeFromStock(tx, trim._id, input.orderQuantity);
  if (!taken) return refuseQuantity(tx, trim._id, input.orderQuantity);
  const order = {
    name: who.name,
    email: who.email,
    phone: input.phone,
    address: input.address,
    productName: taken.name,
    orderQuantity: input.orderQuantity,
    unitPrice: taken.price,
  };
  const insertedId = await queries.insertOrder(tx, { ...order, userId: who.id, trimId: taken.id });
  await mailPlacedOrder(tx, { ...order, id: insertedId }, origin);
  return { acknowledged: true as const, insertedId };
}

/** The id decides; the name must agree with it, lest a buyer gets something other than what the form showed. */
async function findOrderedTrim(tx: Tx, { trimId, productName }: OrderInput) {
  const trim = trimId ? await findTrim(tx, trimId) : await findTrimByName(tx, productName);
  if (!trim) refuse("not-found", "This trim is not in the catalogue any more.");
  if (trim.name.toLowerCase() !== productName.toLowerCase()) {
    refuse("trim-renamed", `This trim is called ${trim.name} by now. Please load the page again.`);
  }
  return trim;
}

/** Says why nothing was taken, with the numbers of this moment. */
async function refuseQuantity(tx: Tx, trimId: string, orderQuantity: number): Promise<never> {
  const trim = await findTrim(tx, trimId);
  if (!trim) refuse("not-found", "This trim is not in the catalogue any more.");
  const refusal = refusalOfQuantity(trim, orderQuantity);
  if (!refusal) refuse("unavailable", "The stock changed a moment ago. Please try again.");
  refuse(refusal.code, refusal.message, [{ field: "orderQuantity", message: refusal.message }]);
}

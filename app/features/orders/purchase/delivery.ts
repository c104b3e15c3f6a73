import { callApi, type SignedIn } from "#app/client/session.ts";
import { writePhone } from "#app/contract/phone.ts";

/** What an order form asks about the delivery; empty where unknown. */
export type Delivery = { phone: string; address: string };

/**
 * What the person wrote into their last order; before the first, what their profile knows. Undefined without an answer.
 */
export async function findLastDelivery({ user: { email } }: SignedIn): Promise<Delivery | undefined> {
  try {
    const { data: orders } = await callApi("GET /orders", { query: { email, limit: 1 } });
    if (orders[0]) return { phone: writePhone(orders[0].phone), address: orders[0].address };
    const { data: profile } = await callApi("GET /profile/{email}", { params: { email } });
    return { phone: writePhone(profile.phone ?? ""), address: "" };
  } catch {
    // The form works without it, and the order says what is wrong.
    return undefined;
  }
}

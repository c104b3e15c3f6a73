import { callApi, type SignedIn } from "#app/client/session.ts";
import { writePhone } from "#app/contract/phone.ts";
import type { ShipTo } from "#app/contract/ship-to.ts";
import { findOwnCompany, type OwnCompany } from "#app/features/companies/own-company.ts";

/**
 * What an order form asks about the delivery; empty where unknown. And the company of whoever orders, and the addresses
 * that are known by their fields.
 */
export type Delivery = {
  phone: string;
  address: string;
  company: OwnCompany | undefined;
  known: { address: string; shipTo: ShipTo }[];
};

/**
 * What the person wrote into their last order, unless their company has chosen the address to start with; before the
 * first, what their profile knows. Undefined without an answer.
 */
export async function findLastDelivery({ user: { email } }: SignedIn): Promise<Delivery | undefined> {
  try {
    const [{ data: orders }, company] = await Promise.all([
      callApi("GET /orders", { query: { email, limit: 1 } }),
      findOwnCompany(callApi),
    ]);
    const [last] = orders;
    const phone = last?.phone ?? (await callApi("GET /profile/{email}", { params: { email } })).data.phone ?? "";
    const address = company?.start ?? last?.address ?? company?.book[0]?.address ?? "";
    const known = [...(company?.book ?? []), ...(last?.shipTo ? [{ address: last.address, shipTo: last.shipTo }] : [])];
    return { phone: writePhone(phone), address, company, known };
  } catch {
    // The form works without it, and the order says what is wrong.
    return undefined;
  }
}

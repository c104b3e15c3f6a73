import { expect, type Page } from "@playwright/test";
import { linkMailedTo } from "./mails.ts";
import { confirmAddress, joinConfirmed } from "./people.ts";
import { delivery, minimumOf, plentifulTrims, tokenOf } from "./sheets.ts";

type Browser = Pick<Page, "request">;

/** Sends what the pages would send, as whoever is signed in. */
async function post(page: Browser, path: string, data: object): Promise<void> {
  const headers = { ...(await tokenOf(page)), "idempotency-key": crypto.randomUUID() };
  const answer = await page.request.post(`/api${path}`, { headers, data });
  expect(answer.ok(), await answer.text()).toBe(true);
}

/**
 * Whoever is signed in on `manager` founds a company with their earlier orders, and a new person joins as a purchaser, on
 * `purchaser`, asks for approval of a sheet above their limit. One more is invited.
 */
export async function foundFirm(manager: Browser, managerEmail: string, purchaser: Browser): Promise<void> {
  const name = "Norrland Denim";
  await confirmAddress(manager, managerEmail);
  await post(manager, "/companies", { name, country: "SE", taxNumber: "SE 556677889901", bringOrders: true });
  const dock = { label: "Dock 4", street: "Vävaregatan 14", postcode: "903 26", town: "Umeå", country: "SE" };
  await post(manager, "/company/addresses", { ...dock, isDefault: true, isForInvoices: true });
  const email = await joinConfirmed(purchaser, "Elin Sundberg");
  await post(manager, "/company/invitations", { email, role: "purchaser", orderLimit: "1.00" });
  const link = new URL(await linkMailedTo(email, `${name} invites you to Rivet & Reed`));
  await post(purchaser, `/invitations/${link.searchParams.get("token")}`, {});
  await post(manager, "/company/invitations", {
    email: "nils@norrland-denim.example",
    role: "viewer",
    orderLimit: null,
  });
  const lines = (await plentifulTrims(purchaser)).slice(0, 2).map(minimumOf);
  await post(purchaser, "/approvals", { sheet: { name: "Elin Sundberg", email, ...delivery, lines } });
}

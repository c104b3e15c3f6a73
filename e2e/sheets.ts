import { expect, type Locator, type Page } from "@playwright/test";
import { admin, enterShop, joinShop } from "./people.ts";

export type Trim = { _id: string; number: number; name: string; moq: number; quantity: number; price: string } & {
  priceBreaks: { from: number; price: string }[];
};
type Line = { trimId: string; orderQuantity: number; seenPrice?: string };

/** The shop closes idle connections; a call that hits such a moment is repeated. */
const again = { maxRetries: 2 };

/** The trims of the catalogue by article number, of which at least ten times the minimum is there. */
export async function plentifulTrims(page: Pick<Page, "request">): Promise<Trim[]> {
  const trims: Trim[] = await (await page.request.get("/api/trims?limit=250")).json();
  return trims.filter(({ moq, quantity }) => quantity >= 10 * moq);
}

/** The headers of the person who is signed in on this page. */
export async function tokenOf(page: Pick<Page, "request">): Promise<{ authorization: string }> {
  const { user } = await (await page.request.get("/api/auth/get-session", again)).json();
  const { accessToken } = await (await page.request.post("/api/login", { data: { email: user.email } })).json();
  return { authorization: `Bearer ${accessToken}` };
}

/** Writes the person's draft, whatever it was. */
export async function writeDraft(page: Page, lines: Line[], fields: object = {}): Promise<void> {
  const headers = await tokenOf(page);
  const now = await page.request.get("/api/orderDraft", { headers, ...again });
  const { etag = "" } = now.headers();
  const answer = await page.request.put("/api/orderDraft", {
    headers: { ...headers, "if-match": etag },
    data: { lines, ...fields },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
}

/** The lines of the person's draft: pieces by trim. */
export async function readDraft(page: Page): Promise<Record<string, number>> {
  const headers = await tokenOf(page);
  const { lines }: { lines: Line[] } = await (await page.request.get("/api/orderDraft", { headers, ...again })).json();
  return Object.fromEntries(lines.map(({ trimId, orderQuantity }) => [trimId, orderQuantity]));
}

export const minimumOf = ({ _id, moq }: Trim): Line => ({ trimId: _id, orderQuantity: moq });

export const delivery = { address: "V\u00e4varegatan 14\n903 26 Ume\u00e5", phone: "+46855512080" };

/** Somebody new has two lines on their sheet, complete but for the sending, and looks at it. */
export async function openSheet(page: Page) {
  await joinShop(page);
  const [first, second] = await plentifulTrims(page);
  if (!first || !second) throw new Error("The catalogue has too few trims");
  await writeDraft(page, [minimumOf(first), minimumOf(second)], delivery);
  await page.goto("/dashboard/ordersheet");
  return { first, second };
}

/** The field for the pieces of a trim. */
export function piecesOf(page: Page, { name }: Pick<Trim, "name">): Locator {
  return page.getByLabel(`Pieces of ${name}`, { exact: true });
}

/** The row of a trim on the sheet. */
export function lineOf(page: Page, { name }: Pick<Trim, "name">): Locator {
  return page.getByRole("table", { name: "Lines of the order sheet" }).getByRole("row", { name });
}

/** An admin changes a trim. */
export async function changeTrim(newPerson: () => Promise<Page>, { _id }: Trim, change: object): Promise<void> {
  const page = await newPerson();
  await enterShop(page, admin);
  const answer = await page.request.patch(`/api/trims/${_id}`, { headers: await tokenOf(page), data: change });
  expect(answer.ok(), await answer.text()).toBe(true);
}

/** A hand whose clicks and keys are counted. */
export function countingHand(page: Page) {
  const counted = { clicks: 0, keys: 0 };
  return {
    counted,
    async click(target: Locator) {
      counted.clicks += 1;
      await target.click();
    },
    async type(words: string) {
      counted.keys += words.length;
      await page.keyboard.type(words);
    },
    async press(key: string) {
      counted.keys += 1;
      await page.keyboard.press(key);
    },
  };
}

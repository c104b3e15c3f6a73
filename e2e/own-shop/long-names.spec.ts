import { expect } from "../fixtures.ts";
import { numbersOf } from "../orders.ts";
import { admin, enterShop, joinShop } from "../people.ts";
import { delivery, minimumOf, plentifulTrims, tokenOf } from "../sheets.ts";
import { test } from "./own-shop.ts";

// In a shop of their own, so that theirs is the newest order.
test("a long name without blanks, and a long address, widen no page", async ({ page, newPerson }) => {
  const name = "Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewissenhaftschaferswessen".slice(0, 80);
  const host = "norrland-denim-manufaktur.example";
  const email = `${crypto.randomUUID()}.a-mailbox-with-a-name-that@goes-on-and-on.and-on.${host}`;
  const mark = email.slice(0, 8);
  const street = "Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunterbeamtengesellschaftstrasse 14";
  const somebody = await newPerson();
  await joinShop(somebody, name, email);
  const [trim] = await plentifulTrims(somebody);
  if (!trim) throw new Error("There is no trim.");
  const sent = await somebody.request.post("/api/orderSheets", {
    headers: { ...(await tokenOf(somebody)), "idempotency-key": crypto.randomUUID() },
    data: { name, email, phone: delivery.phone, address: street, poNumber: "PO".repeat(15), lines: [minimumOf(trim)] },
  });
  expect(sent.ok(), await sent.text()).toBe(true);
  const sheet: number = (await sent.json()).number;
  const [order] = await numbersOf(somebody);

  await enterShop(page, admin);
  const found = await page.request.get(`/api/buyers?q=${mark}`, { headers: await tokenOf(page) });
  const [{ _id: buyerId }] = await found.json();
  const [orderPage, sheetPage] = [`/orders/${order}`, `/ordersheets/${sheet}`];
  const own = ["", "/myorders", orderPage, sheetPage];
  const office = ["", `/manageorders?q=${mark}`, orderPage, sheetPage, `/buyers/${buyerId}`];
  const lists = [`/buyers?q=${mark}`, `/makeadmin?q=${mark}`];
  const widened: string[] = [];
  for (const [who, paths, shown] of [
    [somebody, own, trim.name.split(",")[0] ?? ""],
    [page, [...office, ...lists], new RegExp(`^Wolfe|^${mark}`)],
  ] as const) {
    for (const path of paths) {
      await who.goto(`/dashboard${path}`);
      await expect(who.getByRole("main").getByText(shown).first()).toBeAttached();
      for (const [width, media] of [
        [360, "screen"],
        [680, "print"],
        [1280, "screen"],
      ] as const) {
        await who.setViewportSize({ width, height: 800 });
        await who.emulateMedia({ media });
        const reached = await who.evaluate(() => document.documentElement.scrollWidth);
        if (reached > width) widened.push(`${who === page ? "admin" : "buyer"} ${path} at ${width}: ${reached}`);
      }
    }
  }
  expect(widened).toEqual([]);
});

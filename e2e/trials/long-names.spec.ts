import { expect } from "../fixtures.ts";
import { numbersOf } from "../orders.ts";
import { test } from "../own-shop/own-shop.ts";
import { admin, enterShop, joinShop } from "../people.ts";
import { delivery, tokenOf, writeDraft } from "../sheets.ts";

// In a shop of their own, so that theirs is the newest order.
test("long names without blanks, of a person and of items, and a long address widen no page", async ({
  page,
  newPerson,
}) => {
  const name = "Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewissenhaftschaferswessen".slice(0, 80);
  const host = "norrland-denim-manufaktur.example";
  const email = `${crypto.randomUUID()}.a-mailbox-with-a-name-that@goes-on-and-on.and-on.${host}`;
  const mark = email.slice(0, 8);
  const street = "Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunterbeamtengesellschaftstrasse 14";
  const somebody = await newPerson();
  await joinShop(somebody, name, email);
  await enterShop(page, admin);
  const headers = await tokenOf(page);
  const trims: { _id: string; number: number; name: string }[] = [];
  for (const name of ["ZIP_05_METAL_ANTIQUE_BRASS_ON_INDIGO_CLOSED_END_18CM_SEMI_AUTO", "PULLER_".repeat(27)]) {
    const about = {
      name,
      moq: 100,
      quantity: 5000,
      price: "0.5",
      img: "/images/products/domed-rivet-antique-brass-9-5.webp",
    };
    const added = await page.request.post("/api/trims", { headers, data: about });
    expect(added.ok(), await added.text()).toBe(true);
    trims.push(await (await page.request.get(`/api/trims/${(await added.json()).insertedId}`)).json());
  }
  const lines = trims.map(({ _id }) => ({ trimId: _id, orderQuantity: 100 }));
  const sent = await somebody.request.post("/api/orderSheets", {
    headers: { ...(await tokenOf(somebody)), "idempotency-key": crypto.randomUUID() },
    data: { name, email, phone: delivery.phone, address: street, poNumber: "PO".repeat(15), lines },
  });
  expect(sent.ok(), await sent.text()).toBe(true);
  const sheet: number = (await sent.json()).number;
  await writeDraft(somebody, lines);
  const [order] = await numbersOf(somebody);

  const found = await page.request.get(`/api/buyers?q=${mark}`, { headers });
  const [{ _id: buyerId }] = await found.json();
  const [orderPage, sheetPage] = [`/orders/${order}`, `/ordersheets/${sheet}`];
  const own = ["", "/myorders", orderPage, sheetPage, "/ordersheet"].map((path) => `/dashboard${path}`);
  const ofTrims = trims.flatMap(({ _id, number }) => [`/trims/${number}`, `/purchase/${_id}`]);
  const office = ["", `/manageorders?q=${mark}`, orderPage, sheetPage, `/buyers/${buyerId}`];
  const lists = [`/buyers?q=${mark}`, `/makeadmin?q=${mark}`, "/manageproducts?q=ZIP_05"];
  const widened: string[] = [];
  for (const [who, paths, shown] of [
    [somebody, [...own, "/home", "/trims", ...ofTrims], /^(ZIP|PULLER)_/],
    [page, [...office, ...lists].map((path) => `/dashboard${path}`), new RegExp(`^(Wolfe|ZIP_|${mark})`)],
  ] as const) {
    for (const path of paths) {
      await who.goto(path);
      await expect(who.getByRole("main").getByText(shown).first()).toBeAttached();
      for (const [width, media] of [
        [320, "screen"],
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

import { test } from "./fixtures.ts";
import { expectSettled, walk } from "./keyboard.ts";
import { admin, buyer, enterShop } from "./people.ts";

test.use({ expectedErrors: [/\b(400|401|404) \(/] });

const dashboard = (...names: string[]) => names.map((name) => `/dashboard/${name}`);
const pagesOf = [
  {
    who: null,
    paths: [
      "/",
      "/trims?line=rivets&finish=copper",
      "/blogs",
      "/portfolio",
      "/terms",
      "/trims/4",
      "/login",
      "/register",
      "/reset-password?token=x",
      "/verify-email",
      "/nope",
    ],
  },
  {
    who: buyer,
    paths: ["/purchase", "/dashboard", ...dashboard("myorders", "ordersheet", "payment", "addreview", "myprofile")],
  },
  {
    who: admin,
    paths: [
      "/dashboard",
      ...dashboard(
        "makeadmin?q=demo",
        "manageorders",
        "addproduct",
        "manageproducts",
        "manageproducts/import",
        "reviews",
        "buyers",
        "record",
        "nope",
      ),
    ],
  },
];

for (const { who, paths } of pagesOf) {
  test(`every control has its turn, in sight and marked: the pages of ${who?.name ?? "a visitor"}`, async ({
    page,
  }) => {
    if (who) await enterShop(page, who);
    const [trim] = await (await page.request.get("/api/trims?limit=1")).json();
    for (const path of paths) {
      await page.setViewportSize({ width: 1024, height: 500 });
      await page.goto(path === "/purchase" ? `/purchase/${trim._id}` : path);
      await expectSettled(page);
      await walk(page, "Tab");
      await page.setViewportSize({ width: 360, height: 640 });
      await walk(page, "Shift+Tab");
    }
  });
}

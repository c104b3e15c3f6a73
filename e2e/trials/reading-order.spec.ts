import { expect, test } from "../fixtures.ts";
import { buyer, enterShop } from "../people.ts";

// What a screen reader meets, in the order in which it is met: the accessibility tree of the browser.

test("the home page: the shop, its trims, one trim in full, then the rest", async ({ page }) => {
  await page.goto("/");
  await expect(page.locator("body")).toMatchAriaSnapshot(`
    - link "Skip to content"
    - banner:
      - link "Rivet & Reed, home"
      - navigation "Main":
        - list:
          - listitem:
            - link "Home"
        - link "Login"
    - main:
      - region "Product lines":
        - heading "Pioneer of trims suppliers" [level=1]
        - group "1 of 6":
          - heading "Labels and hangtags" [level=2]
        - img "Kraft hangtags and woven labels with the words Rivet & Reed on indigo twill"
      - region "Trims by the piece":
        - heading "Trims by the piece" [level=2]
        - search:
          - combobox "Search trims"
        - navigation "Product line":
          - link "All lines"
        - list:
          - listitem:
            - article:
              - text: Labels and hangtags No. 001
              - img "Indigo damask woven label with the words Rivet & Reed in ecru thread"
              - heading "Damask woven main label, indigo, 60 x 20 mm" [level=3]
              - term: per piece
              - definition: from $0.0330
              - term: Minimum order
              - definition: 2,000 pcs
              - term: At the minimum
              - definition: $0.0420
              - term: Available
              - definition
              - link "Order Now"
        - link "Show more"
        - paragraph: /12 of \\d+ trims/
      - region "New Items Nomination 2022":
        - heading "New Items Nomination 2022" [level=2]
      - region "Business Summery":
        - term: products
        - definition: /\\d+/
      - region "Awards and nominations":
        - paragraph: 130+ Awards
      - region "What buyers say":
        - list:
          - listitem:
            - blockquote
            - paragraph: Astrid Lindqvist buyer@norrland-denim.example
            - paragraph: Ratings 5
      - region "Why choose us":
        - list:
          - listitem:
            - heading "24 Hrs Support" [level=3]
    - contentinfo:
      - list:
        - listitem:
          - button "Site Builders"
      - region "Find us on"
      - region "Global Branches"
      - region "Official Partner"
  `);
});

test("a purchase page: the trim, its figures, the form with the quantity first and its total before the button, then the rest", async ({
  page,
  request,
}) => {
  const [trim] = await (await request.get("/api/trims?limit=1")).json();
  await enterShop(page, buyer);
  await page.goto(`/purchase/${trim._id}`);
  await expect(page.getByRole("main")).toMatchAriaSnapshot(`
    - main:
      - 'link "Enlarge: ${trim.alt}"':
        - img "${trim.alt}"
      - heading "${trim.name}" [level=1]
      - term: price per piece
      - term: available quantity
      - term: minimum order quantity
      - region "Order Form":
        - heading "Order Form" [level=2]
        - spinbutton "Order quantity"
        - button "1 × minimum"
        - button "2 × minimum"
        - button "5 × minimum"
        - table "Price by quantity":
          - rowgroup:
            - row "Pieces from Per piece"
          - rowgroup:
            - row "2,000 $0.0420"
            - row "5,000 $0.0395"
        - textbox "Phone"
        - textbox "Address"
        - textbox "Name": ${buyer.name}
        - textbox "E-mail": ${buyer.email}
        - textbox "Product name": ${trim.name}
        - paragraph:
          - text: Total
          - status: from $84.00 for 2,000
        - button "Place order" [disabled]
        - button "Add to order sheet"
      - region "Other sizes and finishes"
      - table "Facts"
  `);
});

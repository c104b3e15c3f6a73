import { describe, expect, it } from "vitest";
import type { Trim } from "./contract.ts";
import { describeFacts } from "./fact-words.ts";
import { unknownFacts } from "./facts.contract.ts";
import { trimJsonLd, trimPageJsonLd } from "./trim-json-ld.ts";

const trim: Trim = {
  _id: "01980000-0000-7000-8000-000000000001",
  name: "Mini rivet, brass, 7 mm",
  price: "0.0185",
  description: "A small rivet.",
  moq: 2000,
  quantity: 2000,
  img: "/images/products/mini-rivet-brass-7.webp",
  alt: "Small brass rivet",
  line: "rivets",
  number: 7,
  priceBreaks: [],
  ...unknownFacts,
};
const origin = "https://shop.example";

describe("trimJsonLd", () => {
  it("offers the piece at its exact price, at an absolute address", () => {
    expect(trimJsonLd(trim, origin)).toMatchObject({
      "@type": "Product",
      sku: "007",
      image: `${origin}/images/products/mini-rivet-brass-7.webp`,
      offers: {
        url: `${origin}/trims/7-mini-rivet-brass-7-mm`,
        price: "0.0185",
        priceCurrency: "USD",
        availability: "https://schema.org/InStock",
        eligibleQuantity: { minValue: 2000 },
      },
    });
  });

  it("counts a stock below the minimum order as out of stock", () => {
    const { offers } = trimJsonLd({ ...trim, quantity: 1999 }, origin);
    expect(offers.availability).toBe("https://schema.org/OutOfStock");
  });

  it("leaves a picture of another site where it is", () => {
    const img = "https://cdn.example/rivet.jpg";
    expect(trimJsonLd({ ...trim, img }, origin).image).toBe(img);
  });

  it("shows the known facts on the page of a trim, and nothing else", () => {
    const known = {
      ...trim,
      material: "brass",
      size: { text: "7 mm", mm: 7, mmHeight: null },
      packingUnit: 500,
    } as const;
    const jsonLd = JSON.parse(JSON.stringify(trimPageJsonLd(known, describeFacts(known), origin)));
    expect(jsonLd).toMatchObject({ material: "brass", size: "7 mm" });
    expect(jsonLd).not.toHaveProperty("color");
    expect(jsonLd.additionalProperty).toContainEqual({
      "@type": "PropertyValue",
      name: "Packing unit",
      value: "500 pieces",
    });
  });

  it("offers a trim with price breaks once for each price, as far as the stock goes", () => {
    const priceBreaks = [
      { from: 5000, price: "0.0170" },
      { from: 20_000, price: "0.0155" },
    ];
    const { offers } = trimPageJsonLd({ ...trim, quantity: 5000, priceBreaks }, [], origin);
    expect(
      offers.map(({ price, availability, eligibleQuantity: { minValue, maxValue } }) => [
        price,
        minValue,
        maxValue,
        availability.split("/").at(-1),
      ]),
    ).toEqual([
      ["0.0185", 2000, 4999, "InStock"],
      ["0.0170", 5000, 19_999, "InStock"],
      ["0.0155", 20_000, undefined, "OutOfStock"],
    ]);
  });
});

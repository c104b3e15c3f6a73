import { brand } from "#app/content/brand.ts";
import type { Trim } from "./contract.ts";
import { describeFacts } from "./fact-words.ts";
import type { Facts } from "./facts.ts";
import { describeStock } from "./trim-stock.ts";

/** A trim as schema.org's Product with its Offer, for search engines and previews. */
export function trimJsonLd(trim: Omit<Trim, keyof Facts>, origin: string) {
  const url = `${origin}/purchase/${trim._id}`;
  return {
    "@type": "Product",
    "@id": url,
    name: trim.name,
    description: trim.description,
    sku: String(trim.number).padStart(3, "0"),
    image: trim.img.startsWith("/") ? origin + trim.img : trim.img,
    brand: { "@type": "Brand", name: brand.name },
    offers: {
      "@type": "Offer",
      url,
      price: trim.price,
      priceCurrency: "USD",
      availability: `https://schema.org/${describeStock(trim) === "enough" ? "InStock" : "OutOfStock"}`,
      eligibleQuantity: { "@type": "QuantitativeValue", minValue: trim.moq, unitCode: "C62" },
    },
  };
}

/** The same with all known facts, for the trim's own page. */
export function trimPageJsonLd(trim: Trim, origin: string) {
  return {
    ...trimJsonLd(trim, origin),
    category: trim.kind ?? undefined,
    material: trim.material ?? undefined,
    color: trim.colour?.name,
    size: trim.size?.text,
    countryOfOrigin: trim.countryOfMake ?? undefined,
    additionalProperty: describeFacts(trim).map(({ what, text }) => ({
      "@type": "PropertyValue",
      name: what,
      value: text,
    })),
  };
}

import { brand } from "#app/content/brand.ts";
import { describeStock } from "#app/features/trims/stock/trim-stock.ts";
import { formatArticle } from "#app/features/trims/trim-name.ts";
import type { Trim } from "./contract.ts";
import type { FactInWords } from "./fact-words.ts";
import type { Facts } from "./facts.contract.ts";
import { trimPath } from "./trim-path.ts";

type Listed = Omit<Trim, keyof Facts | "priceBreaks">;

/** A trim as schema.org's Product with its Offer, for search engines and previews. */
export function trimJsonLd(trim: Listed, origin: string) {
  const url = origin + trimPath(trim);
  return {
    "@type": "Product",
    "@id": url,
    name: trim.name,
    description: trim.description,
    sku: formatArticle(trim.number),
    image: trim.img.startsWith("/") ? origin + trim.img : trim.img,
    brand: { "@type": "Brand", name: brand.name },
    offers: offer(url, trim.price, describeStock(trim) === "enough", { minValue: trim.moq }),
  };
}

/** The same with all known facts and an offer for each price, for the trim's own page. */
export function trimPageJsonLd(trim: Trim, facts: readonly FactInWords[], origin: string) {
  const listed = trimJsonLd(trim, origin);
  const steps = [{ from: trim.moq, price: trim.price }, ...trim.priceBreaks];
  return {
    ...listed,
    offers: steps.map(({ from, price }, at) => {
      const next = steps[at + 1];
      const pieces = { minValue: from, ...(next && { maxValue: next.from - 1 }) };
      return offer(listed["@id"], price, trim.quantity >= from, pieces);
    }),
    category: trim.kind ?? undefined,
    material: trim.material ?? undefined,
    color: trim.colour?.name,
    size: trim.size?.text,
    countryOfOrigin: trim.countryOfMake ?? undefined,
    additionalProperty: facts.map(({ what, text }) => ({
      "@type": "PropertyValue",
      name: what,
      value: text,
    })),
  };
}

function offer(url: string, price: string, isInStock: boolean, pieces: { minValue: number; maxValue?: number }) {
  return {
    "@type": "Offer",
    url,
    price,
    priceCurrency: "USD",
    availability: `https://schema.org/${isInStock ? "InStock" : "OutOfStock"}`,
    eligibleQuantity: { "@type": "QuantitativeValue", ...pieces, unitCode: "C62" },
  };
}

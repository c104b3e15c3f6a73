import { describe, expect, it } from "vitest";
import { findTax } from "./tax.rules.ts";

const german = { country: "DE", number: "DE123456789", rate: "19" };
const british = { country: "GB", number: "GB123456789", rate: "20" };

describe("the tax on an invoice", () => {
  it.each([
    ["at home, with or without a number", german, "DE", null, "100.00", "19", "19.00", "119.00", null],
    ["at home, where the country is not known", german, null, null, "100.00", "19", "19.00", "119.00", null],
    [
      "within the union with a number",
      german,
      "FR",
      "FR12345678901",
      "100.00",
      "0",
      "0.00",
      "100.00",
      "Intra-Community supply",
    ],
    ["within the union without a number", german, "FR", null, "100.00", "19", "19.00", "119.00", null],
    [
      "Greece, whose numbers begin with EL",
      german,
      "GR",
      "EL123456789",
      "8.00",
      "0",
      "0.00",
      "8.00",
      "Intra-Community supply",
    ],
    ["export from the union", german, "NO", "NO999999999MVA", "100.00", "0", "0.00", "100.00", "Export"],
    ["export of a seller outside of it", british, "DE", "DE123456789", "100.00", "0", "0.00", "100.00", "Export"],
    [
      "seller who is not registered",
      { country: undefined, number: undefined, rate: "0" },
      "GB",
      null,
      "5.00",
      "0",
      "0.00",
      "5.00",
      "No tax",
    ],
    ["half a cent, rounded up", german, "DE", null, "0.50", "19", "0.10", "0.60", null],
    ["less than half a cent, rounded down", german, "DE", null, "0.02", "19", "0.00", "0.02", null],
    ["rate with two places", { ...german, rate: "8.25" }, "DE", null, "1000.00", "8.25", "82.50", "1082.50", null],
    ["large sum", german, "DE", null, "98765432109876.55", "19", "18765432100876.54", "117530864210753.09", null],
  ] as const)("%s", (_, seller, country, taxNumber, net, rate, amount, total, sentence) => {
    const tax = findTax(seller, { country, taxNumber }, net);
    expect(tax).toMatchObject({ rate, amount, total });
    expect(tax.sentence).toEqual(sentence && expect.stringContaining(sentence));
    expect([tax.sellerNumber, tax.buyerNumber]).toEqual([seller.number ?? null, taxNumber]);
  });
});

import { expect, it } from "vitest";
import { joinAddresses } from "./sheet-known.ts";

const shipTo = { company: null, name: null, street: "Björkstigen 14", more: null, postcode: null, town: "Umeå" };
const book = [{ label: "Workshop", address: "Björkstigen 14\nUmeå\nSweden", shipTo: { ...shipTo, country: "SE" } }];

it("offers an address once, however it was written", () => {
  const used = ["Björkstigen 14, Umeå", "Björkstigen 14\nUmeå\nSweden", "Taikos 12\nKaunas", "Taikos 12, Kaunas"];
  const usedAt = "2026-11-28T08:00:00.000Z";
  const offered = joinAddresses(
    book,
    used.map((address) => ({ address, shipTo: null, usedAt })),
  );
  expect(offered.map(({ address }) => address)).toEqual(["Björkstigen 14\nUmeå\nSweden", "Taikos 12\nKaunas"]);
});

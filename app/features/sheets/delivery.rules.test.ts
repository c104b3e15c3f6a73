import { expect, it } from "vitest";
import { emptyShipTo } from "#app/contract/ship-to.ts";
import { readDelivery } from "./delivery.rules.ts";

const nothing = { poNumber: null, wantedOn: null, note: null, company: null, country: null, lines: [] };
const reach = { ...nothing, phone: "+46 90 123 45" };
const dock = { company: null, name: null, street: "Fabriksgatan 3", more: null, postcode: "903 27", town: "Umeå" };
const known = [{ address: "Fabriksgatan 3\n903 27 Umeå\nSweden", shipTo: { ...dock, country: "SE" } }];

it.each([
  ["text", { address: "Vävaregatan 14\nUmeå", shipTo: null }, "Vävaregatan 14\nUmeå", undefined],
  ["text that is known by its fields", { address: known[0]?.address ?? "", shipTo: null }, known[0]?.address, "Umeå"],
  [
    "fields",
    { address: null, shipTo: { ...dock, company: "Kaunas Knit", town: "Oslo", country: "NO" } },
    "Fabriksgatan 3\n903 27 Oslo\nNorway",
    "Oslo",
  ],
])("sends an address written as %s", (_, written, address, town) => {
  const delivery = readDelivery({ ...reach, ...written }, known);
  expect([delivery.address, delivery.shipTo?.town, delivery.faults]).toEqual([address, town, []]);
});

it.each([
  ["no address", { address: null, shipTo: null }, ["address"]],
  ["nothing but the country", { address: null, shipTo: emptyShipTo("SE") }, ["shipTo.street", "shipTo.town"]],
  ["no country", { address: null, shipTo: { ...dock, country: null } }, ["shipTo.country"]],
])("says what is missing with %s", (_, written, ids) => {
  const { faults, shipTo } = readDelivery({ ...reach, ...written }, known);
  expect([faults.map(({ id }) => id), shipTo]).toEqual([ids, undefined]);
});

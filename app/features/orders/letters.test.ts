import { expect, it } from "vitest";
import { type PlacedOrders, writeConfirmation, writeNotice } from "./letters.server.ts";

const order = (number: number) => ({
  ...{ id: `order-${number}`, number, name: "Åsa Öberg", email: "asa@mill.example", phone: "0046855512080" },
  ...{ address: `Gate ${number}`, productName: "Domed rivet", orderQuantity: 1_000, unitPrice: "0.0345" },
});
const orders = (count: number): PlacedOrders => [
  order(1),
  ...Array.from({ length: count - 1 }, (_, at) => order(at + 2)),
];

it("names eight orders in the subject and says how many more there are", () => {
  const confirm = (count: number) => writeConfirmation(orders(count), { areEnclosed: false }).subject;
  expect(confirm(1)).toBe("Order No. 1 placed: 1,000 × Domed rivet");
  expect(confirm(2)).toBe("2 orders placed: No. 1, No. 2");
  expect(confirm(8)).toBe("8 orders placed: No. 1, No. 2, No. 3, No. 4, No. 5, No. 6, No. 7, No. 8");
  expect(confirm(1_500)).toBe(
    "1,500 orders placed: No. 1, No. 2, No. 3, No. 4, No. 5, No. 6, No. 7, No. 8 and 1,492 more",
  );
  expect(writeNotice(orders(9)).subject).toMatch(/^9 new orders: No\. 1, .*No\. 8 and 1 more$/);
});

it.each([
  { of: "a confirmation", write: (all: PlacedOrders) => writeConfirmation(all, { areEnclosed: false }) },
  { of: "a notice", write: writeNotice },
])("$of lists 100 orders at most, and says so", ({ write }) => {
  const [all, tooMany] = [write(orders(100)), write(orders(101))];
  expect(all.facts).toHaveLength(100);
  expect(all.facts?.at(-1)?.[0]).toBe("No. 100");
  expect(all.paragraphs.join(" ")).not.toContain("first 100");
  expect(tooMany.facts).toEqual(all.facts);
  expect(tooMany.paragraphs).toContain("This mail lists the first 100; the shop has all of them.");
});

it("a confirmation says where each is to go, a notice who placed it", () => {
  const all = orders(2);
  const [toBuyer, toAdmin] = [writeConfirmation(all, { areEnclosed: true }), writeNotice(all)];
  expect(toBuyer.facts?.[1]).toEqual(["No. 2", "1,000 × Domed rivet\nat $0.0345 = $34.50\nGate 2"]);
  expect(toAdmin.facts?.[1]).toEqual([
    "No. 2",
    "1,000 × Domed rivet\nat $0.0345 = $34.50\nÅsa Öberg (asa@mill.example)",
  ]);
});

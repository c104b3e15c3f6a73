import { expect, it } from "vitest";
import {
  nameOrders,
  type PlacedOrder,
  type PlacedOrders,
  writeCancellation,
  writeConfirmation,
  writeNotice,
} from "./email-templates.server.ts";

const order = (number: number): PlacedOrder => ({
  ...{ id: `order-${number}`, number, name: "Åsa Öberg", email: "asa@mill.example", phone: "0046855512080" },
  ...{
    address: `Gate ${number}`,
    company: null,
    shipTo: null,
    productName: "Domed rivet",
    orderQuantity: 1_000,
    unitPrice: "0.0345",
  },
  ...{ sheetId: null, sheetNumber: null, poNumber: null },
  ...{ review: "in-review", shipping: "pending", payment: "pending", depositPercent: 0, dueOn: null },
});
const orders = (count: number): PlacedOrders => [
  order(1),
  ...Array.from({ length: count - 1 }, (_, at) => order(at + 2)),
];
const ofSheet = (number: number, poNumber: string | null = null): PlacedOrder => {
  return { ...order(number), sheetId: "sheet-9", sheetNumber: 9, poNumber };
};

it.each([
  [[order(1)], "Order No. 1"],
  [[order(1), order(2)], "Orders No. 1, No. 2"],
  [[ofSheet(1)], "Sheet S-9"],
  [[ofSheet(1), ofSheet(2)], "Sheet S-9"],
  [[ofSheet(1, "4500-2271"), ofSheet(2, "4500-2271")], "PO 4500-2271"],
  [[ofSheet(1, "PO-2027-0113"), order(2)], "PO-2027-0113, No. 2"],
])("the buyer's own word for orders comes first: %#", (all, name) => {
  expect(nameOrders(all)).toBe(name);
});

it("names eight orders in the subject and says how many more there are", () => {
  const confirm = (count: number) => writeConfirmation(orders(count), { areEnclosed: false }).subject;
  expect(confirm(1)).toBe("Order No. 1: placed, 1,000 × Domed rivet, $34.50");
  expect(confirm(2)).toBe("Orders No. 1, No. 2: placed, 2 orders, $69.00");
  expect(confirm(1_500)).toBe(
    "Orders No. 1, No. 2, No. 3, No. 4, No. 5, No. 6, No. 7, No. 8 and 1,492 more: placed, 1,500 orders, $51,750.00",
  );
  expect(writeNotice(orders(9)).subject).toMatch(/^Orders No\. 1, .*No\. 8 and 1 more: 9 new orders, \$310\.50$/);
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
  const line = "1,000 × Domed rivet\n$0.0345 per piece\n$34.50";
  expect(toBuyer.facts?.[1]).toEqual(["No. 2", `${line}\nGate 2`]);
  expect(toAdmin.facts?.[1]).toEqual(["No. 2", `${line}\nÅsa Öberg (asa@mill.example)`]);
});

it("a confirmation that comes late says where the order stands, and not that we will confirm it", () => {
  const late: PlacedOrder = {
    ...order(1),
    ...{ review: "accepted", shipping: "shipped", payment: "invoiced", dueOn: "2026-12-22" },
  };
  const [fresh, old] = [order(1), late].map((one) => writeConfirmation([one], { areEnclosed: true }));
  expect(fresh?.paragraphs.join(" ")).toContain("We will confirm the order.");
  expect(old?.paragraphs.join(" ")).not.toContain("We will confirm");
  expect(old?.facts).toContainEqual(["Status", "Accepted, shipped, invoiced, to be paid by 22 December 2026"]);
});

it("a cancellation lists what remains of the sheet, with the new total, and why", () => {
  const cancelled = { ...ofSheet(1, "4500"), isOwn: false, colleague: null, reason: "The lot is faulty." };
  const letter = writeCancellation([cancelled], [ofSheet(2, "4500"), ofSheet(3, "4500")]);
  expect(letter.subject).toBe("PO 4500: order No. 1 cancelled, 1,000 × Domed rivet, $34.50; 2 orders, $69.00 remain");
  expect(letter.facts?.[0]).toEqual(["New total", "$69.00"]);
  expect(letter.facts?.map(([label]) => label)).toEqual([
    ...["New total", "PO number", "Order sheet", "No. 1", "No. 2", "No. 3"],
  ]);
  expect(letter.facts?.[3]?.[1]).toMatch(/^Cancelled\n1,000 × [\s\S]*\nThe lot is faulty\.$/);
  expect(letter.button?.to).toBe("/dashboard/ordersheets/9");
});

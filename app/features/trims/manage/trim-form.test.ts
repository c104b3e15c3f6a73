import { describe, expect, it } from "vitest";
import type { Trim } from "#app/features/trims/contract.ts";
import { unknownFacts } from "#app/features/trims/facts.contract.ts";
import { describeSaving } from "./breaks-form.ts";
import {
  changedTrim,
  emptyTrim,
  findChanges,
  findUnknown,
  minimumWarning,
  newTrim,
  readCount,
  toFormValues,
  toPreview,
  typedRestock,
} from "./trim-form.ts";

const trim: Trim = {
  _id: "0198f2a0-0000-7000-8000-000000000001",
  name: "Domed rivet",
  price: "0.0620",
  description: "Brass.",
  moq: 2000,
  quantity: 96_000,
  img: "/images/products/domed-rivet.webp",
  alt: "A rivet",
  line: null,
  number: 7,
  priceBreaks: [],
  ...unknownFacts,
};
const typed = { ...emptyTrim, name: "Ring rivet", price: "0.0345", moq: "5000", description: "Brass.", quantity: "0" };
const img = "https://pictures.example/ring.webp";

function faultsOf(changes: Partial<typeof typed>) {
  const parsed = newTrim.safeParse({ ...typed, img, ...changes });
  return parsed.error?.issues.map(({ path, message }) => `${path.join()}: ${message}`) ?? [];
}

describe("a new trim", () => {
  it("is understood as the API wants it", () => {
    expect(newTrim.parse({ ...typed, img })).toMatchObject({ price: "0.0345", moq: 5000, quantity: 0, line: null });
  });

  it("names every field that is empty", () => {
    expect(newTrim.safeParse(emptyTrim).error?.issues.map(({ message }) => message)).toEqual([
      "Item name is required",
      "Unit price is required",
      "Minimum order quantity is required",
      "Item description is required",
      "Item image URL is required",
      "Current stock quantity is required",
    ]);
  });

  it.each(["abc", "-1", "1,5,0", "1e3", "$2", "0.00001"])("refuses the price %j", (price) => {
    expect(faultsOf({ price })).toEqual(["price: Please write a price such as 0.0345"]);
  });

  it.each(["1.5", "many", "-1", "1e3"])("refuses the stock %j", (quantity) => {
    expect(faultsOf({ quantity })).toEqual(["quantity: Please write a whole number of pieces"]);
  });

  it("refuses a minimum order of nothing", () => {
    expect(faultsOf({ moq: "0" })).toEqual(["moq: Please write a whole number above 0"]);
  });

  it.each(["javascript:alert(1)", "ftp://a.example/b.png", "rivet.webp"])("refuses the picture %s", (bad) => {
    expect(faultsOf({ img: bad })).toEqual(["img: Please write an address that begins with https://"]);
  });
});

describe("price breaks", () => {
  const breaks = (...rows: [from: string, price: string][]) => ({
    priceBreaks: rows.map(([from, price]) => ({ from, price })),
  });

  it("are refused at the field at fault", () => {
    expect(faultsOf(breaks(["", ""]))).toEqual([
      "priceBreaks,0,from: Pieces are required",
      "priceBreaks,0,price: Price is required",
    ]);
    expect(faultsOf(breaks(["many", "free"]))).toEqual([
      "priceBreaks,0,from: Please write a whole number of pieces",
      "priceBreaks,0,price: Please write a price such as 0.0345",
    ]);
    expect(faultsOf(breaks(["10000", "0.03"], ["10000", "0.02"]))).toEqual([
      "priceBreaks,1,from: Please write more pieces than the break before it has",
    ]);
  });

  it("are sent whole when one changes, and not at all when none does", () => {
    const priced = { ...trim, priceBreaks: [{ from: 5000, price: "0.0500" }] };
    const same = changedTrim.parse(toFormValues(priced));
    expect(findChanges(priced, same)).toBeUndefined();
    expect(findChanges(priced, { ...same, priceBreaks: [] })).toEqual({ priceBreaks: [] });
    const more = [...same.priceBreaks, { from: 9000, price: "0.04" }];
    const plain = [
      { from: 5000, price: "0.05" },
      { from: 9000, price: "0.04" },
    ];
    expect(findChanges(priced, { ...same, priceBreaks: more })).toEqual({ priceBreaks: plain });
  });

  it("say what each saves, once both prices can be read", () => {
    const typed = { moq: "5000", price: "0.0240", ...breaks(["20000", "0.0225"], ["50000", "0.021"], ["", "0.02"]) };
    expect([0, 1, 2].map((at) => describeSaving(typed, at))).toEqual([
      "6.3% less. An order of 20,000 costs $450.00.",
      "6.7% less. An order of 50,000 costs $1,050.00.",
      undefined,
    ]);
    expect(describeSaving({ ...typed, price: "abc" }, 0)).toBeUndefined();
  });
});

describe("the low mark", () => {
  it("is a count, or nothing", () => {
    expect(newTrim.parse({ ...typed, img, lowStockAt: "" }).lowStockAt).toBeNull();
    expect(newTrim.parse({ ...typed, img, lowStockAt: "7500" }).lowStockAt).toBe(7500);
    expect(faultsOf({ lowStockAt: "few" })).toEqual(["lowStockAt: Please write a whole number of pieces"]);
  });

  it("is sent when it changes, and never before it is known", () => {
    const same = changedTrim.parse({ ...toFormValues(trim), lowStockAt: "7500" });
    expect(findChanges({ ...trim, lowStockAt: 7500 }, same)).toBeUndefined();
    expect(findChanges({ ...trim, lowStockAt: 7500 }, { ...same, lowStockAt: null })).toEqual({ lowStockAt: null });
    expect(findChanges(trim, { ...same, lowStockAt: null })).toBeUndefined();
  });
});

describe("a changed trim", () => {
  const same = changedTrim.parse(toFormValues(trim));

  it("sends nothing while nothing changed", () => {
    expect(findChanges(trim, same)).toBeUndefined();
    expect(findChanges(trim, { ...same, price: "0.06200" })).toBeUndefined();
  });

  it("sends only what changed", () => {
    expect(findChanges(trim, { ...same, price: "0.07", line: "rivets" })).toEqual({ price: "0.07", line: "rivets" });
  });
});

describe("a restock", () => {
  it.each([
    ["", "Please write a whole number of pieces"],
    ["abc", "Please write a whole number of pieces"],
    ["0", "Please write a number other than 0"],
  ])("is refused for %j", (restock, said) => {
    const parsed = typedRestock.safeParse({ restock, why: "" });
    expect(parsed.error?.issues.map(({ message }) => message)).toEqual([said]);
  });

  it("goes both ways", () => {
    expect(typedRestock.parse({ restock: "-500", why: " Scrap " })).toEqual({ restock: -500, why: "Scrap" });
  });
});

describe("the preview", () => {
  it("shows what is typed", () => {
    expect(toPreview(typed, img)).toMatchObject({ name: "Ring rivet", price: "0.0345", moq: 5000, quantity: 0, img });
  });

  it("loads no picture that the shop would refuse", () => {
    expect(toPreview(typed, "javascript:alert(1)").img).toBe("");
  });

  it("shows placeholders while the input is incomplete", () => {
    const half = { ...emptyTrim, price: "0.", moq: "x", quantity: "-" };
    expect(toPreview(emptyTrim, "")).toMatchObject({ moq: 1, quantity: 1 });
    expect(toPreview(half, "")).toMatchObject({ name: "Item name", price: "0", moq: 1, quantity: 1 });
  });

  it("leaves out figures that are not typed yet, or cannot be read", () => {
    expect(findUnknown(emptyTrim)).toEqual(new Set(["price", "moq", "quantity"]));
    expect(findUnknown({ price: "0.", moq: "0", quantity: "-" })).toEqual(new Set(["price", "moq", "quantity"]));
    expect(findUnknown({ price: "0.0345", moq: "", quantity: "0" })).toEqual(new Set(["moq"]));
    expect(findUnknown(typed)).toEqual(new Set());
  });
});

describe("a minimum order above the stock", () => {
  it("is warned of, and of nothing else", () => {
    expect(minimumWarning("5001", 5000)).toBeDefined();
    expect(minimumWarning("5000", 5000)).toBeUndefined();
    expect(minimumWarning("", 0)).toBeUndefined();
  });

  it("counts plain digits only", () => {
    expect(["12", " 12 ", "1.2", "-1", ""].map(readCount)).toEqual([12, 12, 0, 0, 0]);
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { quotePrice } from "#app/features/trims/rules.ts";
import {
  countPieces,
  findQuantityFault,
  findSaving,
  findShortage,
  leastTotal,
  offeredQuantities,
} from "./order-form.rules.ts";

const limits = { moq: 2000, quantity: 96_000 };

describe("the quantity of an order", () => {
  it("is required", () => {
    expect(findQuantityFault("", limits)).toBe("Order Quantity is required");
  });

  it.each(["1999", "1", "0", "00", "-1", "-96000"])("is at least the minimum, so not %s", (typed) => {
    expect(findQuantityFault(typed, limits)).toBe("Minimum Order Quantity is 2000");
  });

  it.each(["96001", "2147483648", "9007199254740993", "9".repeat(400)])(
    "is at most what is available, so not %s",
    (typed) => {
      expect(findQuantityFault(typed, limits)).toBe("Maximum Order Quantity is 96000");
    },
  );

  it.each(["2000", "96000", "002000", "50000", " 5,000 ", "5 000", "5000.0", "５０００", "5000\u200b"])(
    "may be %s, borders included",
    (typed) => {
      expect(findQuantityFault(typed, limits)).toBeUndefined();
    },
  );

  it.each(["2000.5", "1e4", "0x1000", "five", "NaN", "Infinity", "--5"])(
    "is a whole number in plain digits, so not %j",
    (typed) => {
      expect(findQuantityFault(typed, limits)).toBe("Please write a whole number of pieces");
    },
  );

  it("is accepted exactly between the limits", () => {
    fc.assert(
      fc.property(fc.nat(5000), fc.integer({ min: 1, max: 5000 }), fc.nat(5000), (count, moq, quantity) => {
        const fits = count >= moq && count <= quantity;
        expect(findQuantityFault(String(count), { moq, quantity }) === undefined).toBe(fits);
      }),
    );
  });
});

describe("a shortage", () => {
  it("says that less than the minimum is left, instead of showing two contradictory limits", () => {
    const short = { moq: 5000, quantity: 3100 };
    expect(findShortage(short)).toBe("3,100 left, below the minimum order of 5,000. It cannot be ordered now.");
    expect(findQuantityFault("3100", short)).toBe(findShortage(short));
    expect(findQuantityFault("5000", short)).toBe(findShortage(short));
  });

  it("says that nothing is left", () => {
    expect(findShortage({ moq: 100, quantity: 0 })).toBe("Out of stock. It cannot be ordered now.");
  });

  it("ends when the stock just reaches the minimum", () => {
    expect(findShortage({ moq: 100, quantity: 100 })).toBeUndefined();
    expect(findShortage({ moq: 100, quantity: 99 })).toBeDefined();
  });
});

describe("the total", () => {
  it("is exact for fractions of a cent, and shown in cents", () => {
    const totals = (typed: string, price: string) => {
      const { total, rounded } = quotePrice({ price, priceBreaks: [] }, countPieces(typed));
      return [total, rounded];
    };
    expect(totals("1500", "0.0620")).toEqual(["93.0000", "93.00"]);
    expect(totals("3", "0.0001")).toEqual(["0.0003", "0.00"]);
    expect(totals("999999999", "0.0345")).toEqual(["34499999.9655", "34499999.97"]);
  });

  it.each(["", "abc", "1.5", "-5", "1e3", "9".repeat(30)])("counts nothing for %j", (typed) => {
    expect(countPieces(typed)).toBe(0);
  });
});

describe("the next saving", () => {
  const steps = [5000, 20_000, 100_000].map((from, at) => ({ from, price: `0.05${9 - at}0` }));
  const trim = { ...limits, price: "0.0620", priceBreaks: steps };

  it("says how many more pieces lead to which price", () => {
    expect(findSaving(trim, 4200)).toEqual({ from: 5000, more: 800, price: "0.0590" });
    expect(findSaving(trim, 5000)).toEqual({ from: 20_000, more: 15_000, price: "0.0580" });
  });

  it("stops at the limit of the stock", () => {
    expect(findSaving(trim, 20_000)).toBeUndefined();
    expect(findSaving({ ...trim, quantity: 100_000 }, 20_000)).toMatchObject({ from: 100_000 });
  });
});

describe("before a quantity is typed", () => {
  it.each([
    [{ price: "0.0620", moq: 2000 }, "from $124.00 for 2,000"],
    [{ price: "0.0345", moq: 100 }, "from $3.45 for 100"],
    [{ price: "12.5000", moq: 1 }, "from $12.50 for 1"],
    [{ price: "0.3333", moq: 500_000 }, "from $166,650.00 for 500,000"],
  ])("the least order of %j costs %s", (trim, said) => {
    expect(leastTotal(trim)).toBe(said);
  });

  it("1, 2 and 5 times the minimum are offered", () => {
    expect(offeredQuantities(limits)).toEqual([
      { times: 1, pieces: 2000 },
      { times: 2, pieces: 4000 },
      { times: 5, pieces: 10_000 },
    ]);
  });

  it.each([
    [{ moq: 2000, quantity: 10_000 }, [1, 2, 5]],
    [{ moq: 2000, quantity: 9999 }, [1, 2]],
    [{ moq: 2000, quantity: 2000 }, [1]],
    [{ moq: 2000, quantity: 1999 }, []],
    [{ moq: 2000, quantity: 0 }, []],
  ])("of %j no more is offered than there is", (stock, times) => {
    expect(offeredQuantities(stock).map((offer) => offer.times)).toEqual(times);
  });

  it("whatever is offered can be ordered", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9999 }), fc.nat(60_000), (moq, quantity) => {
        for (const { pieces } of offeredQuantities({ moq, quantity })) {
          expect(findQuantityFault(String(pieces), { moq, quantity })).toBeUndefined();
        }
      }),
    );
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { allocate, creditFor, type Ledger, paymentStateOf, restOf, spreadRefund } from "./rules.ts";

const ledger = (some: Partial<Ledger>): Ledger => ({
  isInvoiced: true,
  ...{ billed: 0n, credited: 0n, paid: 0n, refunded: 0n, writtenOff: 0n },
  ...some,
});

describe("the payment state of an order", () => {
  it.each([
    ["nothing is billed", {}, "paid", 0n],
    ["it is on no invoice", { isInvoiced: false }, "pending", 0n],
    ["a deposit is paid before the invoice", { isInvoiced: false, paid: 30n }, "pending", -30n],
    ["it is billed", { billed: 100n }, "invoiced", 100n],
    ["a part is paid", { billed: 100n, paid: 99n }, "invoiced", 1n],
    ["all is paid", { billed: 100n, paid: 100n }, "paid", 0n],
    ["a cent too much is paid", { billed: 100n, paid: 101n }, "paid", -1n],
    ["a cent is written off", { billed: 100n, paid: 99n, writtenOff: 1n }, "paid", 0n],
    ["all is credited", { billed: 100n, credited: 100n }, "pending", 0n],
    ["it is billed again", { billed: 180n, credited: 100n }, "invoiced", 80n],
    ["all is credited once it is paid", { billed: 100n, credited: 100n, paid: 100n }, "paid", -100n],
    ["a part is credited and returned", { billed: 100n, credited: 40n, paid: 100n, refunded: 40n }, "paid", 0n],
    ["all is credited and returned", { billed: 100n, credited: 100n, paid: 100n, refunded: 100n }, "refunded", 0n],
    ["it is returned and still due", { billed: 100n, paid: 100n, refunded: 100n }, "invoiced", 100n],
  ] as const)("when %s", (_, some, state, rest) => {
    expect(paymentStateOf(ledger(some))).toBe(state);
    expect(restOf(ledger(some))).toBe(rest);
  });
});

const cents = fc.bigInt({ min: 0n, max: 10n ** 12n });

describe("spreading a payment", () => {
  it("loses and makes no cent, and pays none more than its rest", () => {
    fc.assert(
      fc.property(cents, fc.array(fc.bigInt({ min: -1000n, max: 10n ** 12n })), (amount, rests) => {
        const { parts, over } = allocate(amount, rests);
        expect(parts.reduce((sum, part) => sum + part, over)).toBe(amount);
        for (const [at, part] of parts.entries()) {
          const rest = rests[at] ?? 0n;
          expect(part >= 0n && part <= (rest > 0n ? rest : 0n)).toBe(true);
        }
        if (over > 0n) expect(parts).toEqual(rests.map((rest) => (rest > 0n ? rest : 0n)));
      }),
    );
  });
});

describe("spreading a refund", () => {
  it.each([
    [20n, [0n, 20n], 0n],
    [130n, [100n, 30n], 0n],
    [230n, [100n, 120n], 10n],
  ])("of %s takes first what was paid too much, then what was paid", (amount, parts, over) => {
    const ledgers = [ledger({ billed: 100n, paid: 100n }), ledger({ billed: 100n, paid: 120n })];
    expect(spreadRefund(amount, ledgers)).toEqual({ parts, over });
  });
});

describe("crediting pieces", () => {
  it("in any parts adds up to what was billed, to the cent", () => {
    const parts = fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(cents, parts, (billed, counts) => {
        const billedPieces = counts.reduce((sum, count) => sum + count, 0);
        let [credited, creditedPieces] = [0n, 0];
        for (const count of counts) {
          const part = creditFor(count, {
            line: { pieces: billedPieces, amount: billed },
            left: { pieces: billedPieces - creditedPieces, amount: billed - credited },
          });
          expect(part >= 0n).toBe(true);
          credited += part;
          creditedPieces += count;
        }
        expect(credited).toBe(billed);
      }),
    );
  });
});

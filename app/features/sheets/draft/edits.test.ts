import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { joined, withLine, withLinesBack, withMissing, withoutLine, withSaid } from "./edits.ts";

type Draft = Parameters<ReturnType<typeof joined>>[0];
const written = {
  poNumber: "7",
  wantedOn: null,
  address: null,
  shipTo: null,
  phone: null,
  note: null,
  company: null,
  country: null,
};
const draftOf = (lines: Record<string, number>): Draft => ({
  ...written,
  lines: Object.entries(lines).map(([trimId, orderQuantity]) => ({
    trimId,
    orderQuantity,
    gone: false,
    name: trimId,
    trim: null,
    seenPrice: null,
    seenAt: "2026-11-22T05:00:00.000Z",
  })),
});
const piecesIn = ({ lines }: Draft) => lines.map(({ trimId, orderQuantity }) => [trimId, orderQuantity]);

describe("an edit of the draft", () => {
  it("replaces the pieces of a trim, or adds it at the end", () => {
    const draft = draftOf({ a: 1, b: 2 });
    expect(piecesIn(withLine({ trimId: "a", name: "a", orderQuantity: 9 })(draft))).toEqual([
      ["a", 9],
      ["b", 2],
    ]);
    expect(piecesIn(withLine({ trimId: "c", name: "c", orderQuantity: 9 })(draft))).toEqual([
      ["a", 1],
      ["b", 2],
      ["c", 9],
    ]);
    expect(withLine({ trimId: "c", name: "c", orderQuantity: 9 })(draft).poNumber).toBe("7");
  });

  it("forgets the price that the buyer saw for other pieces: a break may have been reached", () => {
    const { lines, ...rest } = draftOf({ a: 100 });
    const draft = { ...rest, lines: lines.map((line) => ({ ...line, seenPrice: "0.0620" })) };
    const seenAfter = (edit: ReturnType<typeof joined>) => edit(draft).lines.map(({ seenPrice }) => seenPrice);
    expect(seenAfter(withLine({ trimId: "a", name: "a", orderQuantity: 900 }))).toEqual([null]);
    expect(seenAfter(joined([{ trimId: "a", orderQuantity: 900 }]))).toEqual([null]);
    expect(seenAfter(withLine({ trimId: "a", name: "a", orderQuantity: 100 }))).toEqual(["0.0620"]);
    const seenPrice = "0.0333";
    expect(seenAfter(withLine({ trimId: "a", name: "a", orderQuantity: 900, seenPrice }))).toEqual([seenPrice]);
  });

  it("writes what an earlier sheet said: all of it on an empty draft, else only what is not written yet", () => {
    const said = { poNumber: "8", wantedOn: "2027-01-18", address: "Umeå", phone: null, note: "Soon", country: "SE" };
    expect(withSaid(said)(draftOf({}))).toEqual({ ...draftOf({}), ...said, phone: null });
    expect(withSaid(said)({ ...draftOf({ a: 1 }), phone: "1", note: "Late" })).toEqual({
      ...{ ...draftOf({ a: 1 }), ...said, poNumber: "7", phone: "1", note: "Late" },
    });
    expect(withSaid(undefined)(draftOf({ a: 1 }))).toEqual(draftOf({ a: 1 }));
  });

  it("brings removed lines back to their places, unless they are there again", () => {
    const draft = draftOf({ a: 1, b: 2, c: 3 });
    const back = draft.lines.map((line, at) => ({ line, at })).slice(0, 2);
    const without = withoutLine("b")(withoutLine("a")(draft));
    expect(piecesIn(withLinesBack(back)(without))).toEqual(piecesIn(draft));
    const again = withLine({ trimId: "a", name: "a", orderQuantity: 7 })(without);
    expect(piecesIn(withLinesBack(back)(again))).toEqual([
      ["c", 3],
      ["b", 2],
      ["a", 7],
    ]);
  });

  it("joins a visitor's lines: new ones are added, of others the larger number stays", () => {
    const draft = draftOf({ a: 5, b: 2 });
    const visitor = [
      { trimId: "b", orderQuantity: 4 },
      { trimId: "a", orderQuantity: 1 },
      { trimId: "c", orderQuantity: 3 },
    ];
    expect(piecesIn(joined(visitor)(draft))).toEqual([
      ["a", 5],
      ["b", 4],
      ["c", 3],
    ]);
  });

  it("adds the lines that are missing, and leaves the others as they are", () => {
    const more = [
      { trimId: "b", orderQuantity: 9 },
      { trimId: "c", orderQuantity: 3 },
    ];
    expect(piecesIn(withMissing(more)(draftOf({ a: 5, b: 2 })))).toEqual([
      ["a", 5],
      ["b", 2],
      ["c", 3],
    ]);
  });

  it("does no harm when it runs twice, whatever it is", () => {
    const id = fc.constantFrom("a", "b", "c", "d");
    const count = fc.integer({ min: 1, max: 9 });
    const line = fc.record({ trimId: id, orderQuantity: count });
    const edit = fc.oneof(
      line.map((one) => withLine({ ...one, name: one.trimId })),
      id.map(withoutLine),
      fc.array(line).map(joined),
      fc.array(line).map(withMissing),
      line.map((one) =>
        withLinesBack(draftOf({ [one.trimId]: one.orderQuantity }).lines.map((back) => ({ line: back, at: 1 }))),
      ),
    );
    const draft = fc.dictionary(id, count).map(draftOf);
    fc.assert(
      fc.property(draft, edit, (before, change) => {
        const once = change(before);
        expect(piecesIn(change(once))).toEqual(piecesIn(once));
        const ids = once.lines.map(({ trimId }) => trimId);
        expect(new Set(ids).size).toBe(ids.length);
      }),
    );
  });
});

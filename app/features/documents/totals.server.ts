import { describePieces, formatPieces, formatTotal, toCents, writeCents } from "#app/contract/money.ts";
import { formatCharge, nameCharge } from "#app/features/orders/charges/charge.rules.ts";
import { formatDay } from "#app/features/orders/days.server.ts";
import { describeDeposit } from "#app/features/orders/deposit/deposit.rules.ts";
import type { Sheet } from "#app/platform/pdf/sheet.server.ts";
import type { Sums } from "./columns.server.ts";
import type { DocumentFacts } from "./facts.ts";
import type { Page } from "./page.server.ts";
import { totalOf } from "./rules.ts";
import { colours } from "./text-styles.server.ts";
import { describeLines, writeNote } from "./words.server.ts";

type Structure = ReturnType<Sheet["group"]>;
type Pen = { draws: false } | { draws: true; in: Structure };

/** How high what follows the lines is. */
export function measureTotals(page: Page, facts: DocumentFacts, sums: Sums, ease: number): number {
  return run(page, facts, sums, ease, { from: 0, pen: { draws: false } });
}

/** Sums, terms and whatever else follows the lines. */
export function drawTotals(page: Page, facts: DocumentFacts, sums: Sums, ease: number, from: number): void {
  run(page, facts, sums, ease, { from, pen: { draws: true, in: page.sheet.group("Sect") } });
}

type Start = { from: number; pen: Pen };

function run(page: Page, facts: DocumentFacts, sums: Sums, ease: number, start: Start): number {
  const write = writer(page, start.pen);
  if (facts.kind === "packing") return closePacking(page, facts, sums, ease, start.from, write);
  const note = facts.credits?.reason ?? (facts.kind === "confirmation" ? facts.note : null);
  const below = drawSums(page, facts, sums, start.from + 9 * ease, note, write);
  return conclude(page, facts, below + 16 * ease, write);
}

type Write = {
  text: (words: string, look: Parameters<Page["write"]>[1], place: Place, about?: About) => number;
  rule: (y: number, from: number, to: number, colour?: string) => void;
};
type Place = { x: number; y: number; width: number };
type About = { tag?: "P" | "H2"; align?: "left" | "right" };

/** Measures as it would draw, so that the two never differ. */
function writer(page: Page, pen: Pen): Write {
  return {
    text(words, look, place, about = {}) {
      if (pen.draws) return page.write(words, look, place, { in: pen.in, ...about });
      return place.y + page.heightOf(words, look, place.width);
    },
    rule(y, from, to, colour = colours.ink) {
      if (pen.draws) page.rule(y, colour, 0.9, from, to);
    },
  };
}

const SUM_GAP = 14;
/** The share of a sum's width that its label has. */
const LABEL = 0.6;

function drawSums(
  page: Page,
  facts: DocumentFacts,
  sums: Sums,
  from: number,
  note: string | null,
  write: Write,
): number {
  const { tax } = facts;
  const total = facts.kind === "credit-note" ? "Credited, USD" : "Total, USD";
  const due = facts.kind === "invoice" && facts.dueOn ? `To pay by ${formatDay(facts.dueOn)}, USD` : total;
  const paid = facts.kind === "invoice" ? facts.deposit : undefined;
  const grand = formatTotal(paid ? writeCents(toCents(totalOf(facts)) - toCents(paid)) : totalOf(facts));
  const needed = page.widthOf(due, "strong") + SUM_GAP + page.widthOf(grand, "grand") + 1;
  const width = Math.min(page.inner * 0.7, Math.max(225, needed));
  const x = page.right - width;
  let y = from;
  for (const [label, value] of [
    ["Pieces", formatPieces(sums.pieces)],
    ["Subtotal", formatTotal(sums.total)],
    ...(facts.charges ?? []).map((charge) => [nameCharge(charge), formatCharge(charge)] as const),
    ...(tax ? [[`Tax ${tax.rate} %`, formatTotal(tax.amount)] as const] : []),
    ...(paid
      ? [["Total", formatTotal(totalOf(facts))] as const, ["Deposit received", `−${formatTotal(paid)}`] as const]
      : []),
  ] as const) {
    const wide = width * LABEL;
    const below = write.text(label, "text", { x, y, width: wide - 6 });
    y = Math.max(below, write.text(value, "text", { x: x + wide, y, width: width - wide }, { align: "right" })) + 2;
  }
  y += 3;
  write.rule(y, x, page.right);
  const labelWidth = page.widthOf(due, "strong") + 1;
  const label = write.text(due, "strong", { x, y: y + 9, width: labelWidth });
  const place = { x: x + labelWidth, y: y + 5, width: width - labelWidth };
  const sum = write.text(grand, "grand", place, { align: "right" });
  const noteWidth = page.inner - width - 30;
  const heading = note
    ? write.text(
        facts.credits ? "Reason" : "Your note",
        "heading",
        { x: page.left, y: from, width: noteWidth },
        { tag: "H2" },
      )
    : y;
  const noted = note ? write.text(writeNote(note), "text", { x: page.left, y: heading, width: noteWidth }) : y;
  return Math.max(label, sum, noted);
}

/** How to pay and the terms, side by side. */
function conclude(page: Page, facts: DocumentFacts, from: number, write: Write): number {
  const { seller, kind, number, of } = facts;
  const paysByBank = kind !== "confirmation" && kind !== "credit-note" && seller.bank.length > 0;
  const width = paysByBank ? (page.inner - 28) / 2 : page.inner;
  const x = paysByBank ? page.left + width + 28 : page.left;
  const payment = paysByBank ? writeBank(page, facts, kind === "invoice" ? number : of, { from, width }, write) : from;
  const terms = listTerms(facts);
  if (terms.length === 0) return payment;
  let y = write.text(kind === "credit-note" ? "Tax" : "Terms", "heading", { x, y: from, width }, { tag: "H2" });
  for (const term of terms) y = write.text(term, "small", { x, y, width }) + 2.5;
  return Math.max(payment, y);
}

type Room = { from: number; width: number };

function writeBank(page: Page, facts: DocumentFacts, number: string, room: Room, write: Write) {
  const { from, width } = room;
  const { bank } = facts.seller;
  let y = write.text("How to pay", "heading", { x: page.left, y: from, width }, { tag: "H2" });
  for (const words of listDeposit(facts)) y = write.text(words, "strong", { x: page.left, y, width }) + 2;
  y = write.text(`By transfer. Please name ${number}.`, "text", { x: page.left, y, width });
  for (const [label, value] of bank) {
    write.text(label, "soft", { x: page.left, y, width: 62 });
    y = write.text(value, "strong", { x: page.left + 62, y, width: width - 62 });
  }
  return y;
}

/** Of a pro-forma: what is to be paid before anything is made. */
function listDeposit({ kind, deposit, depositPercent = null }: DocumentFacts): string[] {
  return kind === "proforma" && deposit ? [describeDeposit({ due: deposit, percent: depositPercent })] : [];
}

function listTerms(facts: DocumentFacts): readonly string[] {
  const { kind, seller, isInReview, tax } = facts;
  const own = {
    confirmation: [
      `The pieces are taken from our stock and kept for you.${isInReview ? " We will confirm the order." : ""}`,
    ],
    proforma: [
      ...(seller.bank.length === 0 ? listDeposit(facts) : []),
      "A pro-forma invoice is not a tax invoice. The invoice follows once the order is accepted.",
    ],
    invoice: tax?.sentence ? [tax.sentence] : [],
    "credit-note": tax?.sentence ? [tax.sentence] : [],
    packing: [],
  }[kind];
  // Nothing is to be paid or delivered after a credit note.
  return kind === "credit-note" ? own : [...own, ...seller.terms];
}

function closePacking(page: Page, facts: DocumentFacts, sums: Sums, ease: number, from: number, write: Write): number {
  const { left, right, inner } = page;
  const y = from + 6;
  write.text(describeLines(facts.lines.length), "strong", { x: left, y, width: inner / 3 });
  const width = (inner * 2) / 3;
  const below = write.text(
    `${describePieces(sums.pieces)} in total`,
    "strong",
    { x: left + inner / 3, y, width },
    { align: "right" },
  );
  const at = below + 24 + 14 * ease;
  const column = (inner - 32) / 5;
  let x = left;
  let end = at;
  for (const [words, share] of [
    ["Packed by", 2],
    ["Checked by", 2],
    ["Date", 1],
  ] as const) {
    write.rule(at, x, Math.min(right, x + column * share), colours.lineStrong);
    end = write.text(words, "fact", { x, y: at + 3, width: column * share });
    x += column * share + 16;
  }
  return end;
}

import { brand } from "#app/content/brand.ts";
import { writePhone } from "#app/contract/phone.ts";
import { namePo } from "#app/contract/po.ts";
import { listAddress } from "#app/features/orders/address.rules.ts";
import { formatDay } from "#app/features/orders/days.server.ts";
import { encodeCode128 } from "#app/platform/pdf/barcode.server.ts";
import type { Sheet } from "#app/platform/pdf/sheet.server.ts";
import type { DocumentFacts } from "./facts.ts";
import { drawSelvedge, drawStitches, type Page } from "./page.server.ts";
import { colours, textStyles } from "./text-styles.server.ts";
import { describeLines, isNumbered, listDestination, titles, writeNote } from "./words.server.ts";

type Structure = ReturnType<Sheet["group"]>;

const TOP = 34;
const CODE_ABOVE = 8;
const [before = "", after = ""] = brand.name.split(" & ");

/** Everything above the table on the first page; `ease` shortens the gaps. Returns the y below it. */
export function drawHeader(page: Page, facts: DocumentFacts, ease: number): number {
  drawSelvedge(page);
  return facts.kind === "confirmation" ? drawConfirmationHead(page, facts, ease) : drawFormHead(page, facts, ease);
}

/** What a later page begins with. Screen readers heard it on the first. */
export function drawRunningHeader(page: Page, facts: DocumentFacts): number {
  drawSelvedge(page);
  page.sheet.decorate((pdf) => drawRivet(pdf, page.left + page.widthOf(before, "brand") + 16, TOP + 13));
  drawName((words, x) => page.aside(words, "brand", { x, y: TOP, width: 200 }), page);
  const place = { x: page.left, y: TOP - 2, width: page.inner };
  const below = page.aside(titles[facts.kind], "strong", place, "right");
  return page.aside(nameSource(facts), "text", { ...place, y: below }, "right") + 26;
}

/** `Order No. 46, PO 4500-2271`; an invoice has its own number first. */
function nameSource({ kind, number, of, poNumber }: DocumentFacts): string {
  return [...(isNumbered(kind) ? [number] : []), of, ...(poNumber ? [namePo(poNumber)] : [])].join(", ");
}

/** What every paper begins with: our name, and where we are. Returns the y below it. */
export function drawLetterhead(
  page: Page,
  parent: Structure,
  { seller, tax }: Pick<DocumentFacts, "seller" | "tax">,
  ease: number,
): number {
  const { left, inner } = page;
  drawBrand(page, parent);
  const { address, contact, register } = seller;
  const own = [address.join(", "), contact, ...(register ? [register] : []), ...listNumber(tax?.sellerNumber)];
  const letter = page.write(own.join("\n"), "small", { x: left + inner / 2, y: TOP, width: inner / 2 }, end(parent));
  // A bar code reaches that far above what follows.
  return Math.max(letter + CODE_ABOVE + 4, Math.max(letter, TOP + 24) + 22 * ease);
}

/** The head of the confirmation. */
function drawConfirmationHead(page: Page, facts: DocumentFacts, ease: number): number {
  const { sheet, left, inner } = page;
  const { day, of, version } = facts;
  const top = sheet.group("Sect");
  let y = drawLetterhead(page, top, facts, ease);
  page.write(titles[facts.kind], "title", { x: left, y, width: inner * 0.64 }, { in: top, tag: "H1" });
  const aside = { x: left + inner * 0.64, width: inner * 0.36 };
  page.write(of, "strong", { ...aside, y: y + 1 }, end(top));
  const dated = version === undefined ? formatDay(day) : `Version ${version}, ${formatDay(day)}`;
  page.write(dated, "text", { ...aside, y: y + 14 }, end(top));
  y += 33;
  drawStitches(page, y);
  y += 15 * ease + 4;
  const gap = 18;
  const width = (inner - 2 * gap) / 3.1;
  const { buyer } = facts;
  const { company, name, email, phone, taxNumber } = buyer;
  const names = listAddress({ company, name, address: "", country: null });
  const number = listNumber(taxNumber);
  const place = { x: left, y, width };
  const by = [...names, ...listReach(email, phone), ...(facts.billTo ? [] : number)];
  let who = drawBlock(page, top, "Ordered by", by, place, true);
  if (facts.billTo) who = drawBlock(page, top, "Bill to", [...facts.billTo, ...number], { ...place, y: who + 6 });
  const x = left + width + gap;
  const where = drawBlock(page, top, "Deliver to", listDestination(facts.buyer), { x, y, width });
  const reference = { x: left + 2 * (width + gap), y, width: width * 1.1 };
  return Math.max(who, where, drawReference(page, top, facts, reference)) + 16 * ease;
}

function drawReference(page: Page, parent: Structure, facts: DocumentFacts, place: Place): number {
  let y = page.write("Your reference", "heading", place, { in: parent, tag: "H2" });
  const said = [
    ...(facts.poNumber ? [["PO number", facts.poNumber]] : []),
    ...(facts.wantedOn ? [["Requested", formatDay(facts.wantedOn)]] : []),
    ["Lines", String(facts.lines.length)],
    ["Currency", "USD"],
  ] as [string, string][];
  for (const [label, value] of said) {
    page.write(label, "soft", { ...place, y, width: 62 }, { in: parent });
    y = page.write(value, "strong", { x: place.x + 62, y, width: place.width - 62 }, end(parent));
  }
  return y;
}

/** The head of a form: invoices and packing lists, whose number is also a bar code. */
function drawFormHead(page: Page, facts: DocumentFacts, ease: number): number {
  const { sheet, left, inner, right } = page;
  const top = sheet.group("Sect");
  const y = drawLetterhead(page, top, facts, ease);
  page.write(titles[facts.kind], "title", { x: left, y, width: inner * 0.6 }, { in: top, tag: "H1" });
  drawCode(page, top, facts.number, { right, y: y - CODE_ABOVE });
  const facing = { x: right - 150, y: y + 31, width: 150 };
  page.aside(facts.number, "code", facing, "right");
  drawStitches(page, y + 43);
  const strip = drawStrip(page, top, listStrip(facts), y + 52 + 6 * ease);
  const at = strip + 12 * ease;
  const width = (inner - 28) / 2;
  const isPacking = facts.kind === "packing";
  const reach = listReach(facts.buyer.phone);
  const destination = [...listDestination(facts.buyer), ...reach];
  const billTo = facts.billTo ? [...facts.billTo, ...reach] : destination;
  const billed = [...billTo, ...listNumber(facts.buyer.taxNumber ?? facts.tax?.buyerNumber)];
  const second = { x: left + width + 28, y: at, width };
  const ends = [
    drawBlock(page, top, isPacking ? "Ship to" : "Bill to", isPacking ? destination : billed, {
      x: left,
      y: at,
      width,
    }),
    isPacking ? drawCarrier(page, top, facts, second) : drawBlock(page, top, "Ship to", destination, second),
  ];
  return Math.max(...ends) + 14 * ease;
}

/** How to reach the buyer; former members not at all. */
function listReach(...ways: string[]): string[] {
  return ways.filter((way) => way !== "").map((way) => (way.includes("@") ? way : writePhone(way)));
}

/** A tax number as a line of an address, if there is one. */
function listNumber(number: string | null | undefined): string[] {
  return number ? [`Tax number ${number}`] : [];
}

function listStrip(facts: DocumentFacts): [string, string][] {
  const { kind, number, day, dueOn, wantedOn, poNumber, of, credits } = facts;
  const [what = "", called = ""] = of.split(/ (?=No\.|S-)/);
  return [
    ...(isNumbered(kind) ? [["Number", number] as [string, string]] : []),
    ...(kind === "packing" ? [] : [[kind === "invoice" ? "Invoice date" : "Date", formatDay(day)] as [string, string]]),
    ...(kind === "invoice" && dueOn ? [["Due", formatDay(dueOn)] as [string, string]] : []),
    ...(credits ? [["Of invoice", credits.invoice] as [string, string]] : []),
    [what === "Sheet" ? "Order sheet" : "Order", called],
    ...(poNumber ? [["Your PO", poNumber] as [string, string]] : []),
    ...(wantedOn && !isNumbered(kind) ? [["Requested delivery", formatDay(wantedOn)] as [string, string]] : []),
    ...(kind === "packing" ? [["Printed", formatDay(day)] as [string, string]] : []),
  ];
}

/** A row of facts above a rule; those that do not fit begin another row. */
function drawStrip(page: Page, parent: Structure, said: readonly [string, string][], from: number): number {
  let [x, y, lowest] = [page.left, from, from];
  for (const [label, value] of said) {
    const width = Math.min(page.inner, Math.max(...[label, value].map((words) => page.widthOf(words, "strong"))) + 1);
    if (x > page.left && x + width > page.right) [x, y] = [page.left, lowest + 4];
    const below = page.write(label, "fact", { x, y, width }, { in: parent });
    lowest = Math.max(lowest, page.write(value, "strong", { x, y: below, width }, { in: parent }));
    x += width + 26;
  }
  page.rule(lowest + 7, colours.lineStrong, 0.5);
  return lowest + 7;
}

function drawCarrier(page: Page, parent: Structure, { shipment, note }: DocumentFacts, place: Place): number {
  const { carrier, trackingNumber } = shipment;
  const said = [carrier, trackingNumber].filter((one) => one !== null);
  const below = drawBlock(page, parent, "Carrier", said.length > 0 ? said : ["Not yet known"], place);
  return note ? drawBlock(page, parent, "From the buyer", [writeNote(note)], { ...place, y: below + 6 }) : below;
}

type Place = { x: number; y: number; width: number };

/** A heading with lines below it. */
function drawBlock(
  page: Page,
  parent: Structure,
  heading: string,
  lines: readonly string[],
  place: Place,
  isFirstStrong = false,
): number {
  let y = page.write(heading, "heading", place, { in: parent, tag: "H2" });
  const height = lines.reduce((sum, line) => sum + page.heightOf(line, "text", place.width), 0);
  const look = height > BLOCK_MAX ? "dense" : "text";
  for (const [at, line] of lines.entries()) {
    y = page.write(line, at === 0 && isFirstStrong ? "strong" : look, { ...place, y }, { in: parent });
  }
  return y;
}

/** In points: a higher block would leave no room for what follows on the first page. */
const BLOCK_MAX = 400;

const end = (parent: Structure) => ({ in: parent, align: "right" as const });

/** The shop's name with its brass rivet. */
function drawBrand(page: Page, parent: Structure): void {
  const { sheet, left } = page;
  const width = page.widthOf(before, "brand") + 34 + page.widthOf(after, "brand");
  sheet.figure(parent, brand.name, { x: left, y: TOP, width, height: 26 }, (pdf, write) => {
    drawRivet(pdf, left + page.widthOf(before, "brand") + 16, TOP + 13);
    drawName((words, x) => {
      const name = words === "&" ? ("rivet" as const) : ("brand" as const);
      write(page.measure(words, name, 200), textStyles[name], { x, y: TOP, width: 200 });
    }, page);
  });
}

function drawName(write: (words: string, x: number) => void, page: Page): void {
  const rivet = page.left + page.widthOf(before, "brand") + 16;
  write(before, page.left);
  write("&", rivet - page.widthOf("&", "rivet") / 2);
  write(after, rivet + 17);
}

function drawRivet(pdf: PDFKit.PDFDocument, x: number, y: number): void {
  const metal = pdf.radialGradient(x - 3, y - 4, 1, x, y, 12);
  metal.stop(0, colours.rivetShine).stop(0.35, colours.rivetLight).stop(1, colours.rivetDark);
  pdf.circle(x, y, 11.5).fill(metal);
  pdf.circle(x, y, 9).lineWidth(0.5).stroke(colours.rivetDark);
}

/** A document's number as a bar code, that ends at `right`. Screen readers hear the number from it. */
export function drawCode(
  { sheet }: Page,
  parent: Structure,
  number: string,
  { right, y }: { right: number; y: number },
): void {
  const modules = encodeCode128(number);
  // At least 0.28 mm a module, as scanners ask for.
  const [module, height] = [0.85, 37];
  const x = right - modules.length * module;
  const box = { x, y, width: modules.length * module, height };
  sheet.figure(parent, `Bar code of ${number}`, box, (pdf) => drawModules(pdf, modules, { ...box, module }));
}

/** The bars of a code, from left to right. */
export function drawModules(
  pdf: PDFKit.PDFDocument,
  modules: readonly boolean[],
  { x, y, height, module }: { x: number; y: number; height: number; module: number },
): void {
  for (const [at, isBar] of modules.entries()) if (isBar) pdf.rect(x + at * module, y, module, height);
  pdf.fill("black");
}

/** The last line of each page. */
export function drawFoot(page: Page, facts: DocumentFacts, at: number, of: number): void {
  const y = page.sheet.height - 38;
  const place = { x: page.left, y: y + 6, width: page.inner };
  page.rule(y);
  const own = [brand.name, ...facts.seller.address].join(", ");
  const fitting = page.measure(own, "fact", page.inner * 0.62).length === 1 ? own : brand.name;
  page.aside(fitting, "fact", { ...place, width: page.inner * 0.62 });
  page.aside(`${isNumbered(facts.kind) ? facts.number : facts.of}, page ${at} of ${of}`, "fact", place, "right");
}

/** How many lines came before a page, in words. */
export function describeCarried(page: number, lines: number): string {
  return `Carried over from page ${page}, ${describeLines(lines)}`;
}

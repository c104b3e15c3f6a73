import { lineKeys, lines } from "#app/content/lines.ts";
import { comparePrices } from "#app/contract/money.ts";
import { MAX_BREAKS } from "#app/contract/price.ts";
import { type TrimInput, trimInput } from "#app/features/trims/changes.contract.ts";
import { swatches } from "#app/features/trims/facts.ts";
import { faultsOfBreaks } from "#app/features/trims/rules.ts";
import { columns } from "./columns.server.ts";

/** A trim by the columns of the file, each value written as the file writes it; empty for none. */
export type Values = ReadonlyMap<string, string>;

export type CellFault = { column: string; message: string };

const needs: Record<string, string> = {
  name: "Empty. Each row needs a name.",
  price: "Empty. Each item needs a price.",
  moq: "Empty. Each item needs a minimum order.",
  quantity: "Empty. A new item needs its stock, 0 or more.",
  image: "Empty. Each item needs a picture.",
};
const NO_PICTURE = "Not a picture. Write an address that begins with https://, or the path of one of ours.";

/** The columns that belong to one fact, which is known entirely or not at all. */
const wholes = [
  { all: ["size", "size_mm", "height_mm"], needed: ["size", "size_mm"] },
  { all: ["colour", "shade", "swatch"], needed: ["colour"] },
];

/** The input of a trim with these values, as a form would send it, or each fault at its column. */
export function validateRow(values: Values): { input: TrimInput } | { faults: CellFault[] } {
  const of = (column: string) => values.get(column) ?? "";
  const faults: CellFault[] = Object.entries(needs)
    .filter(([column]) => of(column) === "")
    .map(([column, message]) => ({ column, message }));
  for (const { all, needed } of wholes) {
    const known = all.find((column) => of(column) !== "");
    if (!known) continue;
    for (const column of needed.filter((column) => of(column) === "")) {
      faults.push({ column, message: `Empty, but ${known} says “${of(known)}”.` });
    }
  }
  faults.push(...faultsOfPairs(of));
  const parsed = trimInput.safeParse(toInput(of));
  for (const { path, message } of parsed.error?.issues ?? []) {
    const column = columnOf(path);
    if (!faults.some((fault) => fault.column === column)) {
      faults.push({ column, message: column === "image" ? NO_PICTURE : message });
    }
  }
  if (faults.length > 0 || !parsed.data) return { faults };
  const wrongPrices = faultsOfPrices(parsed.data, of);
  return wrongPrices.length > 0 ? { faults: wrongPrices } : { input: parsed.data };
}

/** A colour's swatch follows its colour, unless it was chosen by hand; without a colour there is none. */
export function withSwatch(after: Map<string, string>, before: Values | undefined): void {
  const [colour = "", was = ""] = [after.get("colour"), before?.get("colour")];
  if (colour === was) return;
  const isOwn = before?.get("swatch") !== after.get("swatch") || after.get("swatch") !== swatchOf(was);
  if (colour === "" && before) {
    for (const part of ["shade", "swatch"]) if (before.get(part) === after.get(part)) after.set(part, "");
  } else if (!after.get("swatch") || !isOwn) after.set("swatch", swatchOf(colour) ?? "");
}

function swatchOf(colour: string): string | undefined {
  return Object.entries(swatches).find(([name]) => name === colour)?.[1];
}

function faultsOfPairs(of: (column: string) => string): CellFault[] {
  const faults: CellFault[] = [];
  let isOver = false;
  for (let at = 2; at < MAX_BREAKS + 2; at++) {
    const [from, price] = [of(`from_${at}`), of(`price_${at}`)];
    if (from === "" && price === "") {
      isOver = true;
    } else if (from === "") {
      faults.push({ column: `from_${at}`, message: `Empty, but price_${at} says “${price}”.` });
    } else if (price === "") {
      faults.push({ column: `price_${at}`, message: `Empty, but from_${at} says “${from}”.` });
    } else if (isOver) {
      faults.push({ column: `from_${at}`, message: "The break before it is empty. Fill the breaks from the left." });
    }
  }
  return faults;
}

function faultsOfPrices(input: TrimInput, of: (column: string) => string): CellFault[] {
  const { moq, price, priceBreaks = [] } = input;
  return faultsOfBreaks({ moq, price, priceBreaks }).map(({ field }) => {
    const column = columnOf(field.split("."));
    const at = Number(/\d$/.exec(column)?.[0]);
    const before = at === 2 ? "the minimum" : `the break before it, from ${of(`from_${at - 1}`)}`;
    if (column.startsWith("from")) {
      const least = at === 2 ? `the minimum order, ${of("moq")} pieces` : before;
      return { column, message: `Not above ${least}. Each break must begin above the one before it.` };
    }
    const known = at === 2 ? of("price") : of(`price_${at - 1}`);
    const word = comparePrices(of(column), known) === 0 ? "Costs the same as" : "Costs more than";
    return { column, message: `${word} ${at === 2 ? "the price at the minimum" : before}, $${known}.` };
  });
}

function columnOf(path: readonly PropertyKey[]): string {
  const field = path.join(".");
  const found =
    columns.find((column) => column.path === field) ?? columns.find((column) => column.path.startsWith(`${field}.`));
  return found?.name ?? String(path[0]);
}

/** As the calls of the API take a trim. */
function toInput(of: (column: string) => string): object {
  const text = (column: string) => of(column) || null;
  const number = (column: string) => (of(column) === "" ? null : Number(of(column)));
  const breaks = Array.from({ length: MAX_BREAKS }, (_, at) => ({
    from: of(`from_${at + 2}`),
    price: of(`price_${at + 2}`),
  }));
  const certificates = of("certificates") === "" ? null : of("certificates").split("; ");
  return {
    ...{ name: of("name"), price: of("price"), moq: of("moq"), quantity: of("quantity"), img: of("image") },
    ...{
      description: of("description"),
      alt: of("alt"),
      line: lineKeys.find((key) => lines[key].name === of("line")) ?? null,
      lowStockAt: number("low_mark"),
    },
    priceBreaks: breaks.filter(({ from, price }) => from !== "" && price !== ""),
    ...{ kind: text("kind"), material: text("material"), finish: text("finish") },
    colour: text("colour") && { name: of("colour"), shade: text("shade"), hex: of("swatch") },
    size: text("size") && { text: of("size"), mm: number("size_mm"), mmHeight: number("height_mm") },
    ...{ weightGrams: number("weight_g"), packingUnit: number("packing_unit"), leadTimeDays: number("lead_days") },
    ...{ countryOfMake: text("country"), care: text("care"), certificates, family: text("family") },
  };
}

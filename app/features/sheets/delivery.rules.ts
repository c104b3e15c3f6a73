import { phone } from "#app/contract/phone.ts";
import { type ShipTo, type ShipToDraft, shipToInput } from "#app/contract/ship-to.ts";
import { composeAddress } from "#app/features/companies/rules.ts";
import { formatArticle } from "#app/features/trims/trim-name.ts";
import type { Draft, DraftLine } from "./contract.ts";
import type { LineCheck } from "./lines.rules.ts";

/** Where a sheet goes, as it is sent. */
export type Delivery = ReturnType<typeof readDelivery>;

type KnownAddress = { address: string; shipTo: ShipTo | null };

/**
 * The delivery as written, and what is wrong with it by the ids of its fields. An address that is written by its fields,
 * or is one of those `known` by theirs, has them in `shipTo`.
 */
export function readDelivery({ lines: _, shipTo: fields, ...written }: Draft, known: readonly KnownAddress[]) {
  const read = phone.safeParse(written.phone ?? "");
  const faults = fields ? findAddressFaults(fields) : [];
  if (!fields && !written.address) faults.push({ id: "address", way: "The address is missing" });
  if (!written.phone) faults.push({ id: "phone", way: "The phone number is missing" });
  else if (!read.success) faults.push({ id: "phone", way: "The phone number cannot be read" });
  const typed = shipToInput.safeParse(fields).data;
  const shipTo = typed ?? known.find(({ address }) => address === written.address)?.shipTo ?? undefined;
  const address = (typed ? composeAddress(typed) : written.address) ?? "";
  return { ...written, address, ...(shipTo && { shipTo }), phone: read.data ?? written.phone ?? "", faults };
}

/** The id of a field of the address; the shop names it so, too. */
export const idOfShipTo = (field: keyof ShipTo) => `shipTo.${field}`;

function findAddressFaults(fields: ShipToDraft): { id: string; way: string }[] {
  return (["street", "town", "country"] as const)
    .filter((field) => !fields[field])
    .map((field) => ({ id: idOfShipTo(field), way: `The ${field} is missing` }));
}

/** An obstacle to sending: where it is, and what it is. */
export type Way = { href: string; words: string };

type WrittenLine = Pick<DraftLine, "trimId" | "name"> & {
  trim: Pick<NonNullable<DraftLine["trim"]>, "number"> | null;
  verdict: LineCheck;
};

/** All obstacles to sending a sheet, lines first, with a title that counts them; no title if there are none. */
export function findWays(
  lines: readonly WrittenLine[],
  faults: Delivery["faults"],
): { ways: Way[]; title: string | undefined } {
  const bad = lines.flatMap(({ trimId, trim, name, verdict }): Way[] => {
    if (verdict.kind !== "bad") return [];
    const words = `${trim ? `No. ${formatArticle(trim.number)}` : name}: ${verdict.way}`;
    return [{ href: `#pieces-${trimId}`, words }];
  });
  const ways = [...bad, ...faults.map(({ id, way }) => ({ href: `#${id}`, words: way }))];
  const what = faults.length === 0 ? "line" : bad.length === 0 ? "field" : "thing";
  const title = ways.length === 1 ? `1 ${what} to correct` : `${ways.length} ${what}s to correct`;
  return { ways, title: ways.length > 0 ? title : undefined };
}

import { phone } from "#app/contract/phone.ts";
import { formatArticle } from "#app/features/trims/trim-name.ts";
import type { Draft, DraftLine } from "./contract.ts";
import type { LineCheck } from "./lines.rules.ts";

/** Where a sheet goes, as it is sent. */
export type Delivery = ReturnType<typeof readDelivery>;

/** The delivery as written, and what is wrong with it by the ids of its fields. */
export function readDelivery({ lines: _, ...written }: Draft) {
  const read = phone.safeParse(written.phone ?? "");
  const faults: { id: string; way: string }[] = [];
  if (!written.address) faults.push({ id: "address", way: "The address is missing" });
  if (!written.phone) faults.push({ id: "phone", way: "The phone number is missing" });
  else if (!read.success) faults.push({ id: "phone", way: "The phone number cannot be read" });
  return { ...written, address: written.address ?? "", phone: read.data ?? written.phone ?? "", faults };
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

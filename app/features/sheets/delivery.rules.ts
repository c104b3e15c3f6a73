import { phone } from "#app/contract/phone.ts";
import type { Draft } from "./contract.ts";
import type { Verdict } from "./lines.rules.ts";

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

/** All obstacles to sending a sheet, lines first, with a title that counts them; no title if there are none. */
export function findWays(
  lines: readonly { trimId: string; verdict: Verdict }[],
  { faults }: Pick<Delivery, "faults">,
): { ways: Way[]; title: string | undefined } {
  const bad = lines.flatMap(({ trimId, verdict }, at): Way[] =>
    verdict.kind === "bad" ? [{ href: `#pieces-${trimId}`, words: `Line ${at + 1}: ${verdict.way}` }] : [],
  );
  const ways = [...bad, ...faults.map(({ id, way }) => ({ href: `#${id}`, words: way }))];
  const what = faults.length === 0 ? "line" : bad.length === 0 ? "field" : "thing";
  const title = ways.length === 1 ? `1 ${what} to correct` : `${ways.length} ${what}s to correct`;
  return { ways, title: ways.length > 0 ? title : undefined };
}

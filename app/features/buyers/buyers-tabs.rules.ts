import { type BuyerPart, buyerParts } from "./facts.ts";

/** The parts of the list in the order of their tabs; the first shows everybody. */
export const buyerTabs = [
  { name: "", words: "All" },
  { name: "new", words: "New this quarter" },
  { name: "quiet", words: "Quiet" },
  { name: "owing", words: "Owing" },
] as const satisfies readonly { name: BuyerPart | ""; words: string }[];

/** What a part says when it is empty. */
export const nobody: Readonly<Record<BuyerPart, string>> = {
  new: "Nobody new this quarter",
  quiet: "Nobody has gone quiet",
  owing: "Nobody owes anything",
};

/** The part named in the address; undefined for all buyers or an unknown name. */
export function saidPart(part: string | undefined): BuyerPart | undefined {
  return buyerParts.find((one) => one === part);
}

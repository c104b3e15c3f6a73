import type { Trim } from "./contract.ts";

const LONGEST = 80;

/** The public page of a trim, in its one correct spelling: `/trims/4-domed-rivet-brass`. */
export function trimPath({ number, name }: Pick<Trim, "number" | "name">): `/trims/${string}` {
  const slug = name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}/gu, "")
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, LONGEST)
    .replace(/^-|-$/g, "");
  return slug ? `/trims/${number}-${slug}` : `/trims/${number}`;
}

/** The article number in the last part of such an address, whatever follows it: that may be an old name. */
export function numberOfPath(part: string): string | undefined {
  return /^(\d{1,9})(?:-|$)/.exec(part)?.[1];
}
